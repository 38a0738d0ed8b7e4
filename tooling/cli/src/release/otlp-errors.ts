import * as v from 'valibot'

const KeyValues = v.array(v.object({ key: v.string(), value: v.object({ stringValue: v.optional(v.string(), '') }) }))
const LogsRequest = v.object({
  resourceLogs: v.array(
    v.object({
      resource: v.object({ attributes: KeyValues }),
      scopeLogs: v.array(v.object({ logRecords: v.array(v.object({ attributes: KeyValues })) })),
    }),
  ),
})

/** An error that the shell has reported. */
export interface ReportedError {
  /** Name, version and build of the remote, or of the shell. */
  service: string
  version: string
  build: string
  stack: string
}

/**
 * Reads the errors of log records.
 *
 * @param text OTLP/HTTP requests in JSON: one, or one per line, as the collector's file exporter writes them
 * @throws Error when it is anything else
 */
export function errorsIn(text: string): ReportedError[] {
  return requestsIn(text)
    .flatMap(({ resourceLogs }) => resourceLogs)
    .flatMap(({ resource, scopeLogs }) => {
      const ofResource = asMap(resource.attributes)
      const text = (name: string) => ofResource.get(name) ?? ''
      const service = { service: text('service.name'), version: text('service.version'), build: text('canje.build') }
      return scopeLogs
        .flatMap(({ logRecords }) => logRecords)
        .map(({ attributes }) => ({ ...service, stack: asMap(attributes).get('exception.stacktrace') ?? '' }))
    })
    .filter(({ stack }) => stack !== '')
}

function requestsIn(text: string): v.InferOutput<typeof LogsRequest>[] {
  try {
    return [v.parse(LogsRequest, JSON.parse(text))]
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return lines.map((line) => v.parse(LogsRequest, JSON.parse(line)))
  }
}

function asMap(values: v.InferOutput<typeof KeyValues>): Map<string, string> {
  return new Map(values.map(({ key, value }) => [key, value.stringValue]))
}
