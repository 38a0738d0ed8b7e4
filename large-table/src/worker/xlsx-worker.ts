import { writeSheet, type XlsxReply, type XlsxRequest } from './write-sheet'

declare const self: {
  onmessage: ((event: MessageEvent<XlsxRequest>) => void) | null
  postMessage: (reply: XlsxReply) => void
}

self.onmessage = async ({ data }) => {
  try {
    self.postMessage({ file: await writeSheet(data, (progress) => self.postMessage({ progress })) })
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
}
