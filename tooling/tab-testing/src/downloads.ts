import { type Blob, resolveObjectURL } from 'node:buffer'

/** A file that the page has downloaded. */
export interface Download {
  filename: string
  /** Media type, in lower case. */
  type: string
  /** Content, including a byte order mark. */
  text: string
  /** Whether the object URL is revoked, which breaks a download in progress. */
  revoked: boolean
}

let clicked: { filename: string; href: string; file: Blob }[] = []

// jsdom has no downloads. Its object URLs are those of Node.js.
HTMLAnchorElement.prototype.click = function click() {
  const { download: filename, href } = this
  const file = resolveObjectURL(href)
  if (!file) throw new Error(`The clicked link '${href}' is not a valid object URL of this page.`)
  clicked.push({ filename, href, file })
}

/** Lists the files downloaded in this test, oldest first. */
export function downloads(): Promise<Download[]> {
  return Promise.all(
    clicked.map(async ({ filename, href, file }) => {
      // `text()` would remove the byte order mark.
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
      return { filename, type: file.type, text, revoked: resolveObjectURL(href) === undefined }
    }),
  )
}

/** Clears the recorded downloads, after each test. */
export function clearDownloads(): void {
  clicked = []
}
