import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from '../../project/child'
import { programOf } from '../../project/program'
import type { Package } from '../../project/project'
import type { CheckResult } from '../findings'

/**
 * Checks the types of a remote: its build only strips them.
 *
 * @param stop aborts the check
 */
export async function checkTypes({ name, directory }: Package, stop: AbortSignal): Promise<CheckResult<never>> {
  const project = join(directory, 'tsconfig.json')
  if (!existsSync(project)) return failed(`${name} has no tsconfig.json.`, 'Add one, as the template has it.')
  const compiler = programOf(directory, 'typescript', 'bin/tsc')
  const { code, output } = await runNode(compiler, ['--noEmit', '--pretty', 'false', '--project', project], {
    cwd: directory,
    signal: stop,
  })
  return code === 0 ? { findings: [] } : failed(output.trim(), 'Correct the types that the compiler names.')
}

function failed(message: string, fix: string): CheckResult<never> {
  return { findings: [{ code: 'types-failed', message, fix }] }
}
