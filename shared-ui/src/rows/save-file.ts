/** URL of the file that was saved last. */
let lastUrl = ''

/** Downloads a file in the browser, under a file name. */
export function saveFile(name: string, file: Blob): void {
  // Not sooner, because Firefox and Safari read a file after the click, and not by a timer, which would outlive the tab.
  URL.revokeObjectURL(lastUrl)
  lastUrl = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = lastUrl
  link.download = name
  link.click()
}
