import ora from 'ora'
import { secondsSince } from 'workspace'
import type { Checked } from './findings'

/** Tells people on standard error how far a command is: live on a terminal, line by line elsewhere. */
export type Step = <T>(name: string, work: () => Promise<Checked<T>>) => Promise<Checked<T>>

export const step: Step = async (name, work) => {
  const startMs = Date.now()
  const spinner = ora({ text: name, discardStdin: false }).start()
  try {
    const checked = await work()
    const text = `${name} (${secondsSince(startMs)})`
    if (checked.findings.length > 0) spinner.fail(text)
    else spinner.succeed(text)
    return checked
  } catch (error) {
    spinner.fail(name)
    throw error
  }
}
