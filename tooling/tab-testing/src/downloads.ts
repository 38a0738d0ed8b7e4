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

interface ObjectUrl {
  blob: Blob
  revoked: boolean
}

const objectUrls = new Map<string, ObjectUrl>()
let clicked: { filename: string; file: ObjectUrl }[] = []

// jsdom has neither object URLs nor downloads.
URL.createObjectURL = (blob: Blob) => {
  const url = `blob:${location.origin}/${objectUrls.size}`
  objectUrls.set(url, { blob, revoked: false })
  return url
}
URL.revokeObjectURL = (url) => {
  const file = objectUrls.get(url)
  if (file) file.revoked = true
}
HTMLAnchorElement.prototype.click = function click() {
  const file = objectUrls.get(this.href)
  if (!file || file.revoked) throw new Error(`The clicked link '${this.href}' is not a valid object URL of this page.`)
  clicked.push({ filename: this.download, file })
}

/** Lists the files downloaded in this test, oldest first. */
export function downloads(): Promise<Download[]> {
  return Promise.all(
    clicked.map(async ({ filename, file: { blob, revoked } }) => {
      return { filename, type: blob.type, text: await textOf(blob), revoked }
    }),
  )
}

/** Clears the recorded downloads, after each test. */
export function clearDownloads(): void {
  clicked = []
}

/** jsdom's Blob has no text(), and readAsText() would remove the byte order mark. */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer))
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(blob)
  })
}
