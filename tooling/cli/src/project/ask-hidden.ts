import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from './command-error'

/** Standard input, or a stand-in of it. */
export type TerminalInput = NodeJS.ReadableStream & { isTTY?: boolean }

/**
 * Asks on the terminal without showing what is typed.
 *
 * @throws CommandError with `refusal` when the input ends, or `stop` is aborted
 */
export async function askHidden(
  question: string,
  input: TerminalInput,
  stop: AbortSignal,
  refusal = 'There is no password: nothing was changed.',
): Promise<string> {
  process.stderr.write(question)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input, output, terminal: true })
  const ended = new AbortController()
  terminal.once('close', () => ended.abort())
  // In raw mode, Ctrl-C is a character.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await terminal.question('', { signal: AbortSignal.any([stop, ended.signal]) })
  } catch {
    throw new CommandError(refusal)
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
