import type { Module, OptimizationSplitChunksOptions } from '@rspack/core'

const OF_SHELL = /[\\/]shell[\\/]src[\\/]/

/** What the first screen needs of other packages is a chunk of its own: it stays in browsers' caches when only the shell changes. */
export const hostChunks: OptimizationSplitChunksOptions = {
  cacheGroups: {
    default: false,
    defaultVendors: false,
    vendor: { name: 'vendor', chunks: 'initial', test: isVendor, type: /^javascript/, enforce: true },
  },
}

/** One chunk for the tab, and one for the `shared-ui` that it takes only where the host has another. */
export const remoteChunks: OptimizationSplitChunksOptions = {
  cacheGroups: {
    default: false,
    defaultVendors: false,
    sharedUi: { name: 'shared-ui', chunks: ({ name }) => !name, type: /^javascript/, enforce: true },
  },
}

function isVendor(module: Module): boolean {
  return !OF_SHELL.test(module.nameForCondition() ?? '')
}
