import type { Context } from '../context'
import { finding } from '../findings'

const FIX = 'Send UTF-8, or declare the charset of the bytes in Content-Type.'

/** Checks that the bytes of all responses that the other checks have got are text. */
export async function checkEncodings(context: Context): Promise<void> {
  for (const { operation, text, encodingProblem } of context.client.responses) {
    if (encodingProblem !== undefined) context.report(finding(operation, 'encoding', encodingProblem, FIX, 'D1'))
    else if (text.includes('\ufffd'))
      context.notes.add(`${operation.path} sends the character U+FFFD: its texts were damaged before.`)
  }
}
