import type { Module, OptimizationSplitChunksOptions } from '@rspack/core'

const SHELL_SOURCE = /[\\/]shell[\\/]src[\\/]/

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

/** One chunk for the tab, and one for `shared-ui`, which loads only if the host's copy differs. */
export const remoteChunks: OptimizationSplitChunksOptions = {
  cacheGroups: {
    default: false,
    defaultVendors: false,
    sharedUi: { name: SHARED_UI_CHUNK, chunks: ({ name }) => !name, type: /^javascript/, enforce: true },
  },
}

function isVendor(module: Module): boolean {
  return !SHELL_SOURCE.test(module.nameForCondition() ?? '')
}
