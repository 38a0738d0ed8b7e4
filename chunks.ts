import type { Compilation, Module, OptimizationSplitChunksOptions } from '@rspack/core'

/** The name that the shell gives its first dynamic import. */
const BOOTSTRAP = 'bootstrap'

const OF_SHELL = /[\\/]shell[\\/]src[\\/]/

/** What `bootstrap` needs of other packages is a chunk of its own: it stays in browsers' caches when only the shell changes. */
export const hostChunks: OptimizationSplitChunksOptions = {
  cacheGroups: {
    default: false,
    defaultVendors: false,
    vendor: { name: 'vendor', chunks: 'async', test: isVendor, type: /^javascript/, enforce: true },
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

function isVendor(module: Module, { chunkGraph }: { chunkGraph: Compilation['chunkGraph'] }): boolean {
  return !OF_SHELL.test(module.nameForCondition() ?? '') && isOfBootstrap(module, chunkGraph)
}

function isOfBootstrap(module: Module, chunkGraph: Compilation['chunkGraph']): boolean {
  return [...chunkGraph.getModuleChunksIterable(module)].some(({ name }) => name === BOOTSTRAP)
}
