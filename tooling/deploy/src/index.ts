import { CommandError } from '@canje/cli/project'
import { completed, configurations } from './configuration'

/** `npm run web-server`: prints a configuration of this package for the shell in `SHELL_ROOT`. */
export async function run([name, ...rest]: string[]): Promise<number> {
  const configuration = configurations.find((one) => one === name)
  if (!configuration || rest.length > 0)
    throw new CommandError(`Usage: npm run --silent web-server -- ${configurations.join(' | ')}`)
  process.stdout.write(await completed(configuration, process.env))
  return 0
}
