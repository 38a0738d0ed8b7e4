import type { Chunk, Module, OptimizationSplitChunksOptions } from '@rspack/core'

const SHELL_SOURCE = /[\\/]shell[\\/]src[\\/]/
/** The types of the modules by which Module Federation offers, and falls back to, a remote's own copy of a package. */
const OWN_COPY = /^(provide|consume-shared)-module$/

/** Other packages' code for the first screen is a separate chunk, which stays cached when only the shell changes. */
export const hostChunks: OptimizationSplitChunksOptions = {
  cacheGroups: {
    default: false,
    defaultVendors: false,
    vendor: { name: 'vendor', chunks: 'initial', test: isVendor, type: /^javascript/, enforce: true },
  },
}

/** The chunk of a remote's own copy of `shared-ui`. */
export const SHARED_UI_CHUNK = 'shared-ui'

/**
 * One chunk for the tab, one for each of its lazy imports, and one for `shared-ui`, which loads only if the host's copy
 * differs: no other chunk needs it. By Rspack's default, a large module of several lazy imports is a chunk of its own.
 */
export const remoteChunks: OptimizationSplitChunksOptions = {
  cacheGroups: {
    // Not the modules of the federation, which have no code of their own.
    default: { minChunks: 2, priority: -20, reuseExistingChunk: true, type: /^javascript/ },
    defaultVendors: false,
    sharedUi: { name: SHARED_UI_CHUNK, chunks: isSharedUi, type: /^javascript/, enforce: true },
  },
}

function isVendor(module: Module): boolean {
  return !SHELL_SOURCE.test(module.nameForCondition() ?? '')
}

/** Only `shared-ui` is shared with a copy of its own (`federation.ts`). */
function isSharedUi({ groupsIterable }: Chunk): boolean {
  return [...groupsIterable].some(({ origins }) => origins.some(({ module }) => OWN_COPY.test(module?.type ?? '')))
}
