import { type RspackPluginInstance, rspack } from '@rspack/core'

/** After minimizing, which removes comments, and before hashes of contents. */
const STAGE = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1

/**
 * Lets V8 compile all functions of scripts on another thread while they load, instead of one by one when they are first
 * called (its "explicit compile hints"; other engines ignore the comment). For scripts whose functions are mostly called
 * at once. Scripts of every page, which no other work hides, are left out.
 *
 * @param scripts matches the names of their files
 */
export function compileOnLoad(scripts: RegExp): RspackPluginInstance {
  return new rspack.BannerPlugin({
    banner: ({ chunk }) => (chunk.canBeInitial() ? '' : '//# allFunctionsCalledOnLoad'),
    raw: true,
    test: /\.js$/,
    include: scripts,
    stage: STAGE,
  })
}
