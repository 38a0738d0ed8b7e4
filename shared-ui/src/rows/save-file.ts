/** How long a browser may take to read the file after the click, in milliseconds: as long as FileSaver.js gives it. */
const READING_TIME = 40_000

/**
 * Has the browser save a text as a file.
 *
 * @param type the media type, such as `text/csv`
 */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Firefox and Safari read it after the click; revoked at once, the download could be lost.
  setTimeout(() => URL.revokeObjectURL(url), READING_TIME)
}
