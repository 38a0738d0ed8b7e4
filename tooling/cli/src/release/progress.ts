import { secondsSince } from '../project/duration'
import type { CheckResult } from './findings'

/** Reports the progress of a command on standard error: a spinner on a terminal, otherwise line by line. */
export async function step<T>(name: string, work: () => Promise<CheckResult<T>>): Promise<CheckResult<T>> {
  const startMs = Date.now()
  const progress = await startProgress(name)
  try {
    const checked = await work()
    const text = `${name} (${secondsSince(startMs)})`
    if (checked.findings.length > 0) progress.fail(text)
    else progress.succeed(text)
    return checked
  } catch (error) {
    progress.fail(name)
    throw error
  }
}

interface Progress {
  succeed(text: string): unknown
  fail(text: string): unknown
}

async function startProgress(name: string): Promise<Progress> {
  // A pipeline, which has no terminal, may install none.
  const found = process.stderr.isTTY ? await import('ora').catch(() => undefined) : undefined
  if (found) return found.default({ text: name, discardStdin: false }).start()
  console.error(`- ${name}`)
  return { succeed: (text) => console.error(`✔ ${text}`), fail: (text) => console.error(`✖ ${text}`) }
}
