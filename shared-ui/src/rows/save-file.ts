/** How long a browser may take to read the file after the click, in milliseconds: as long as FileSaver.js gives it. */
const READING_TIME = 40_000

/** Has the browser save a file. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Firefox and Safari read it after the click; revoked at once, the download could be lost.
  setTimeout(() => URL.revokeObjectURL(url), READING_TIME)
}
