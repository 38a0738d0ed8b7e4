import mime from 'mime/lite'

/** How a file is served. */
export interface FileHeaders extends Record<string, string> {
  'Content-Type': string
  'Cache-Control': string
}

const ENCODINGS: Record<string, string> = { '.br': 'br', '.gz': 'gzip' }

/** The headers of a file of the store, as `npm start` serves it: only the registry and hidden files change. */
export function headersOf(path: string): FileHeaders {
  const encoding = ENCODINGS[path.slice(-3)]
  const name = encoding ? path.slice(0, -3) : path
  const changes = name === 'registry.json' || name.startsWith('.')
  return {
    'Content-Type': mime.getType(name) ?? 'application/octet-stream',
    'Cache-Control': changes ? 'no-cache' : 'public, max-age=31536000, immutable',
    ...(encoding && { 'Content-Encoding': encoding }),
  }
}
