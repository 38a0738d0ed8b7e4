import { secondsSince } from '../project/duration'
import { attempt, type CheckResult } from './findings'

/**
 * Reports the progress of a command on standard error.
 *
 * @returns what the work does, or the findings of its refusal
 */
export async function step<T>(name: string, work: () => Promise<CheckResult<T>>): Promise<CheckResult<T>> {
  const startMs = Date.now()
  console.error(`- ${name}`)
  const { value: checked, findings } = await attempt(work())
  const result = checked ?? { findings }
  console.error(`${result.findings.length > 0 ? '✖' : '✔'} ${name} (${secondsSince(startMs)})`)
  return result
}
