/** Attributes by name; one without a value is left out. */
export type Attributes = Record<string, string | string[] | undefined>

/** One event, before it has the form of OTLP. */
export interface LogRecord {
  eventName: string
  /** A number of the OpenTelemetry log data model: 13 for warnings, 17 for errors. */
  severityNumber: 13 | 17
  body: string
  attributes: Attributes
}

/**
 * Posts a log record as an `ExportLogsServiceRequest` of OTLP/HTTP in JSON.
 *
 * @param resource attributes of the service that the record is about
 * @throws Error when it is not delivered
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export async function postLog(url: string, resource: Attributes, record: LogRecord): Promise<void> {
  // A 64-bit number of nanoseconds, which JSON has as a text.
  const time = `${Date.now()}000000`
  const times = { timeUnixNano: time, observedTimeUnixNano: time }
  const log = { ...record, ...times, body: anyValue(record.body), attributes: keyValues(record.attributes) }
  const scopeLogs = [{ scope: { name: 'canje.shell' }, logRecords: [log] }]
  const body = JSON.stringify({ resourceLogs: [{ resource: { attributes: keyValues(resource) }, scopeLogs }] })
  const headers = { 'Content-Type': 'application/json' }
  const post = (keepalive: boolean) => fetch(url, { method: 'POST', keepalive, credentials: 'omit', headers, body })
  // A request outlives the page, unless those under way exceed 64 KiB: then browsers refuse it.
  const { ok, status } = await post(true).catch(() => post(false))
  if (!ok) throw new Error(`${url} responded with ${status}.`)
}

function keyValues(values: Attributes) {
  return Object.entries(values).flatMap(([key, value]) => (value ? [{ key, value: anyValue(value) }] : []))
}

function anyValue(value: string | string[]): object {
  // Half of a character is no text of Protobuf.
  if (typeof value === 'string') return { stringValue: value.replace(/\p{Cs}/gu, '\ufffd') }
  return { arrayValue: { values: value.map(anyValue) } }
}
