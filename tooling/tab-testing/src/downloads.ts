/** A file the page handed to the browser. */
export interface Download {
  filename: string
  /** Its media type, lower case. */
  type: string
  /** The whole text, a byte order mark included. */
  text: string
  /** Whether the page has let go of the file's object URL: a browser that was still reading it has lost it. */
  released: boolean
}

interface ObjectUrl {
  blob: Blob
  released: boolean
}

const objectUrls = new Map<string, ObjectUrl>()
let clicked: { filename: string; file: ObjectUrl }[] = []

// jsdom can neither make object URLs nor download.
URL.createObjectURL = (blob: Blob) => {
  const url = `blob:${location.origin}/${objectUrls.size}`
  objectUrls.set(url, { blob, released: false })
  return url
}
URL.revokeObjectURL = (url) => {
  const file = objectUrls.get(url)
  if (file) file.released = true
}
HTMLAnchorElement.prototype.click = function click() {
  const file = objectUrls.get(this.href)
  if (!file || file.released) throw new Error(`A click on a link to '${this.href}', which is no file of this page.`)
  clicked.push({ filename: this.download, file })
}

/** Every file downloaded in this test so far, oldest first. */
export function downloads(): Promise<Download[]> {
  return Promise.all(
    clicked.map(async ({ filename, file: { blob, released } }) => {
      return { filename, type: blob.type, text: await textOf(blob), released }
    }),
  )
}

export function forgetDownloads(): void {
  clicked = []
}

/** jsdom's Blob has no text() of its own, and readAsText() would take the byte order mark away. */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(decode(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(blob)
  })
}

function decode(bytes: FileReader['result']): string {
  if (!(bytes instanceof ArrayBuffer)) throw new Error('The downloaded file could not be read as bytes.')
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
