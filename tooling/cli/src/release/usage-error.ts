/**
 * What a usage error of commander quotes of the command line, from the first character on that no name of an option or
 * command has. It may be a misplaced password or private key.
 */
const VALUE = /(?<=argument ').*(?=' is invalid)|(?<=unknown (?:option|command) '[a-z-]*)[^a-z-].*(?=')/s

type Print = (text: string) => void

/** How commander prints help and usage errors: these without values, and with `--json` among `args` as one object, too. */
export function usageOutput(command: string, args: string[], output: { print: Print; printError: Print }) {
  return {
    writeOut: (text: string) => output.print(text.trimEnd()),
    writeErr: (text: string) => output.printError(text.trimEnd()),
    outputError(text: string, write: Print) {
      const error = text.replace(VALUE, '…').trim()
      if (args.includes('--json')) output.print(JSON.stringify({ command, ok: false, exitCode: 2, error }, null, 2))
      write(error)
    },
  }
}
