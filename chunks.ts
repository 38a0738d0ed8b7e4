import type { Chunk, Compilation, Module, OptimizationSplitChunksOptions } from '@rspack/core'

/** The names that the shell gives its two dynamic imports. */
const BOOTSTRAP = 'bootstrap'
const TABS = 'tabs'

/** What is federated and used at sign-in already, with what it depends on. */
const SINGLETONS =
  /[\\/](react|react-dom|scheduler|shared-auth|axios|zustand|primereact[\\/](api|componentbase|hooks|overlayservice|utils))[\\/]/

const OF_SHELL = /[\\/]shell[\\/]src[\\/]/

/**
 * Two chunks until staff have signed in, `vendor` and `bootstrap`, and one for all that the tabs need of the shell.
 * Left to itself the bundler makes one of every shared module, and each is a request.
 */
export const hostChunks: OptimizationSplitChunksOptions = {
  cacheGroups: {
    default: false,
    defaultVendors: false,
    vendor: { name: 'vendor', chunks: 'async', test: isVendor, type: /^javascript/, enforce: true, priority: 1 },
    tabs: { name: TABS, chunks: isUnnamed, test: isOfTabs, type: /^javascript/, enforce: true },
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

interface Graph {
  chunkGraph: Compilation['chunkGraph']
}

function isVendor(module: Module, { chunkGraph }: Graph): boolean {
  const path = module.nameForCondition() ?? ''
  return SINGLETONS.test(path) || (!OF_SHELL.test(path) && isOfBootstrap(module, chunkGraph))
}

function isOfTabs(module: Module, { chunkGraph }: Graph): boolean {
  return !isOfBootstrap(module, chunkGraph)
}

function isOfBootstrap(module: Module, chunkGraph: Graph['chunkGraph']): boolean {
  return [...chunkGraph.getModuleChunksIterable(module)].some(({ name }) => name === BOOTSTRAP)
}

/** Chunks of shared modules have no name; others do, such as the one of the CSV files. */
function isUnnamed({ name }: Chunk): boolean {
  return !name || name === TABS
}
