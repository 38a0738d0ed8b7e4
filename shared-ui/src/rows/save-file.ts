/** URL of the file that was saved last. */
let lastUrl = ''

/** Downloads a file in the browser, under a file name. */
export function saveFile(name: string, file: Blob): void {
  // Firefox and Safari read a file after the click, and a timer would outlive the tab: the last URL is revoked only now.
  URL.revokeObjectURL(lastUrl)
  lastUrl = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = lastUrl
  link.download = name
  link.click()
}
