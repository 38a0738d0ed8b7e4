/** Severities of the OpenTelemetry log data model. */
export const SEVERITY = { warn: 13, error: 17 } as const

type Value = string | string[] | undefined

/** One event, before it has the form of OTLP. */
export interface LogRecord {
  eventName: string
  severity: (typeof SEVERITY)[keyof typeof SEVERITY]
  body: string
  /** By name; an undefined value is left out. */
  attributes: Record<string, Value>
}

/**
 * Creates the body of an OTLP/HTTP request in JSON: an `ExportLogsServiceRequest` with one log record.
 *
 * @param resource attributes of the service that the record is about
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function logRequest(resource: Record<string, Value>, { eventName, severity, body, attributes }: LogRecord) {
  // A 64-bit number of nanoseconds, which JSON has as a text.
  const time = `${Date.now()}000000`
  const logRecord = {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: severity,
    body: { stringValue: body },
    attributes: keyValues(attributes),
    eventName,
  }
  const scopeLogs = [{ scope: { name: 'canje.shell' }, logRecords: [logRecord] }]
  return { resourceLogs: [{ resource: { attributes: keyValues(resource) }, scopeLogs }] }
}

function keyValues(values: Record<string, Value>) {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  )
}

function anyValue(value: string | string[]) {
  if (typeof value === 'string') return { stringValue: value }
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } }
}
