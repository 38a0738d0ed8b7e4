import mime from 'mime/lite'

const ENCODINGS: Record<string, string> = { '.br': 'br', '.gz': 'gzip' }

/** The headers of a file of the store, as `npm start` serves it: only the copy of the newest state changes. */
export function headersOf(path: string): Record<string, string> {
  const encoding = ENCODINGS[path.slice(-3)]
  const name = encoding ? path.slice(0, -3) : path
  return {
    'Content-Type': mime.getType(name) ?? 'application/octet-stream',
    'Cache-Control': /^[^/]+\/live\.json$/.test(name) ? 'no-cache' : 'public, max-age=31536000, immutable',
    ...(encoding && { 'Content-Encoding': encoding }),
  }
}
