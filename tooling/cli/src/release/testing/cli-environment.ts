import type { CliEnvironment } from '../index'

/** Creates an environment that records the output of commands. */
export function recordedCliEnvironment(folder = '/', environment: NodeJS.ProcessEnv = {}) {
  const stdout: string[] = []
  const stderr: string[] = []
  const cli: CliEnvironment = {
    folder,
    environment,
    print: (text) => void stdout.push(text),
    printError: (text) => void stderr.push(text),
  }
  return { ...cli, stdout: () => stdout.join('\n'), stderr: () => stderr.join('\n') }
}
