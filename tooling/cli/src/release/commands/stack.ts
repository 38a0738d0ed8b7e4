import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError } from '../../project'
import type { Context } from '../context'
import { errorsIn, type ReportedError } from '../otlp-errors'
import type { Outcome } from '../outcome'
import { createSourceFinder, type SourcePlace } from '../source-maps'

/** A frame as the shell reports it. */
const FRAME = /^ {4}at (?:(.*) \()?((?:blob:)?\w+:\/\/\S+?):(\d+):(\d+)\)?$/

/**
 * Prints the stacks of reported errors with their source lines.
 *
 * @param target file with OTLP log records
 */
export async function printStack({ store, folder, environment }: Context, target = ''): Promise<Outcome> {
  const file = resolve(environment.INIT_CWD ?? folder, target)
  const text = await readFile(file, 'utf8').catch(({ message }: Error) => {
    throw new CommandError(`${file} cannot be read: ${message}`)
  })
  const sourceOf = createSourceFinder(store, folder)
  const errors = await Promise.all(parse(file, text).map((error) => withSources(error, sourceOf)))
  const lines = errors.flatMap(({ service, version, build, message, frames }) => [
    `${service} ${version}, build ${build}: ${message}`,
    ...frames.flatMap(linesOf),
  ])
  return { result: { errors }, lines, findings: [] }
}

function parse(file: string, text: string): ReportedError[] {
  let errors: ReportedError[]
  try {
    errors = errorsIn(text)
  } catch {
    throw new CommandError(`${file} has no OTLP log records in JSON: pass the body of a request to reportUrl.`)
  }
  if (errors.length > 0) return errors
  throw new CommandError(`${file} has no log record of an error: pass one with exception.stacktrace.`)
}

interface Frame {
  /** The line of the stack. */
  built: string
  name?: string
  source?: SourcePlace
}

async function withSources({ stack, ...service }: ReportedError, sourceOf: ReturnType<typeof createSourceFinder>) {
  const [message = '', ...lines] = stack.split('\n')
  const frames = await Promise.all(
    lines.map(async (built): Promise<Frame> => {
      const [, name = '', url = '', line, column] = FRAME.exec(built) ?? []
      const source = url && (await sourceOf({ url, line: Number(line), column: Number(column) }))
      return source ? { built: built.trim(), name, source } : { built: built.trim() }
    }),
  )
  return { ...service, message, frames }
}

function linesOf({ built, name, source }: Frame): string[] {
  if (!source) return [`    ${built}`]
  const place = `${source.source}:${source.line}:${source.column}`
  return [`    at ${name ? `${name} (${place})` : place}`, `        ${source.code}`]
}
