import ora from 'ora'
import { secondsSince } from '../project'
import type { CheckResult } from './findings'

/** Reports the progress of a command on standard error: a spinner on a terminal, otherwise line by line. */
export type Step = <T>(name: string, work: () => Promise<CheckResult<T>>) => Promise<CheckResult<T>>

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
