import type { FastifyStaticOptions } from '@fastify/static'

const COMPRESSED = /\.(br|gz)$/
/** Source maps are for tools; what compression adds is served in place of the file, not by its own name. */
const NOT_SERVED = /\.(map|br|gz|part)$/

export const IMMUTABLE = 'public, max-age=31536000, immutable'
export const REVALIDATE = 'no-cache'

/**
 * How to serve the files of one folder: compressed where a compressed file lies beside it, no hidden files, no
 * listings, nothing that is not for browsers.
 *
 * @param root absolute path of the folder
 * @param cacheControl the Cache-Control of a file, by its absolute path
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
