import { type RspackPluginInstance, rspack } from '@rspack/core'

/** The files that contain the runtime, which names the other files by their hashes. */
const RUNTIME_FILES = /^(?:main|remoteEntry)\./

/** An option of SWC that Rspack passes on, and does not list. */
const byOrder = { keep_classnames: false, disableCharFreq: true }

/** The first browsers that verify signatures: older ones show no tab. */
const TARGETS = ['chrome 137', 'firefox 129', 'safari 17']

/** Minifies style sheets, without rules for browsers that show no tab. */
export const styleMinimizer = new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: TARGETS } })

/**
 * The minimizers of production builds. They run on preliminary hashes, which depend on the folder of the build. The letters of
 * these must not decide which short names a runtime file gets, or its bytes would differ between folders.
 */
export const minimizers: RspackPluginInstance[] = [
  new rspack.SwcJsMinimizerRspackPlugin({ exclude: RUNTIME_FILES }),
  new rspack.SwcJsMinimizerRspackPlugin({ include: RUNTIME_FILES, minimizerOptions: { mangle: byOrder } }),
  styleMinimizer,
]
