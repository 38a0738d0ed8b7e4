/** Delay until the object URL is revoked, in milliseconds; the same as in FileSaver.js. */
const REVOKE_DELAY_MS = 40_000

/** Downloads a file in the browser, under a file name. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Firefox and Safari read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}
