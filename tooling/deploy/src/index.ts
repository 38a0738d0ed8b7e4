import { UsageError } from '@canje/cli/project'
import { completed, configurations } from './configuration'

export const usage = `Usage: npm run --silent web-server -- ${configurations.join(' | ')}`

/** `npm run web-server`: prints a configuration of this package for the shell in `SHELL_ROOT`. */
export async function run([name, ...rest]: string[]): Promise<number> {
  const configuration = configurations.find((one) => one === name)
  if (!configuration || rest.length > 0) throw new UsageError()
  process.stdout.write(await completed(configuration, process.env))
  return 0
}
