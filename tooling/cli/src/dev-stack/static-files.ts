import type { FastifyStaticOptions } from '@fastify/static'

const COMPRESSED = /\.(br|gz)$/
/** Source maps are not public; a compressed file is served only in place of its original. */
const NOT_SERVED = /\.(map|br|gz|part)$/

export const IMMUTABLE = 'public, max-age=31536000, immutable'
export const REVALIDATE = 'no-cache'

/**
 * Options for serving the files of a folder: precompressed if possible, without hidden files, listings and source maps.
 *
 * @param root absolute path of the folder
 * @param cacheControl returns the Cache-Control of a file by its absolute path
 */
export function staticFiles(root: string, cacheControl: (file: string) => string): FastifyStaticOptions {
  return {
    root,
    dotfiles: 'ignore',
    preCompressed: true,
    allowedPath: (path) => !NOT_SERVED.test(path),
    cacheControl: false,
    lastModified: false,
    setHeaders(response, file) {
      response.setHeader('Cache-Control', cacheControl(file.replace(COMPRESSED, '')))
      response.setHeader('Vary', 'Accept-Encoding')
    },
  }
}
