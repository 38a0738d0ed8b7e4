import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { originOf } from '../dev-stack/origin'
import type { Output } from '../release/command-line'
import { aNumberOf } from '../release/option-values'
import { usageOutput } from '../release/usage-error'
import { EXIT_CODE } from './findings'

/** The options of the command. */
export interface Options {
  securityUrl: string
  apiUrl: string
  user: string
  passwordFile?: string
  origin: string
  features?: string[]
  /** Time limit of a response, in seconds. */
  timeout: number
  allowChanges?: boolean
  json?: boolean
}

const HELP = `
It sends what the tabs send, one wrong password included. Without --allow-changes it changes no data; with it, it creates
one code, deletes it and restores it where the service can, and removes it again.

Example:
  canje check-services --security-url https://security.example.com --api-url https://api.example.com/v1 \\
    --user ana --origin https://office.example.com --features idempotency,history

Exit codes:
  0  the tabs work with the services   4  a service does not respond
  1  unexpected failure                5  the certificate of a service is not trusted
  2  invalid command line, no password 6  a response does not end
  3  findings                          7  a service is busy (429)`

/**
 * Parses the command line. Prints help and usage errors.
 *
 * @param features all features that can be checked
 * @returns the options, or the exit code after help or a usage error
 */
export function parseCommandLine(
  args: string[],
  features: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Options | number {
  const program = new Command('canje check-services')
    .description('Asks deployed services whether the tabs will work with them.')
    .requiredOption('--security-url <url>', 'base URL of the security service, as in config.json', parseUrl)
    .requiredOption('--api-url <url>', 'base URL of the info API', parseUrl)
    .requiredOption('--user <name>', 'staff account that signs in', (text) => text.trim() || invalid('It is empty.'))
    .option('--password-file <file>', 'file with its password (default: asks on the terminal)')
    .option('--origin <url>', 'origin of the shell', parseOrigin, originOf(environment.PORT || 3000))
    .option('--features <names>', 'features of config.json, separated by commas', parseFeatures(features))
    .option('--timeout <seconds>', 'time limit of a response', aNumberOf('seconds', 0.1), 30)
    .option('--allow-changes', 'also check changes of codes, and undo them')
    .option('--json', 'print one JSON object on standard output')
    .exitOverride()
    .showHelpAfterError('Add --help for options and exit codes.')
    .configureOutput(usageOutput('check-services', args, output))
    .addHelpText('after', HELP)
    .allowExcessArguments(false)
  try {
    return program.parse(args, { from: 'user' }).opts<Options>()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? EXIT_CODE.done : EXIT_CODE.usage
  }
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[@?#]/.test(text)) return text
  return invalid('It must be an http or https URL, without credentials, query or fragment.')
}

function parseOrigin(text: string): string {
  const { origin, pathname } = new URL(parseUrl(text))
  return pathname === '/' ? origin : invalid('It must be scheme, host and port only.')
}

function parseFeatures(known: readonly string[]): (text: string) => string[] {
  return (text) => {
    const names = text.split(',').flatMap((name) => name.trim() || [])
    return names.every((name) => known.includes(name)) ? names : invalid(`The features are ${known.join(', ')}.`)
  }
}

function invalid(rule: string): never {
  throw new InvalidArgumentError(rule)
}
