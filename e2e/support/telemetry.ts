/** An OTLP attribute with a text. */
interface KeyValue {
  key: string
  value: { stringValue?: string }
}

/** An event of the shell's telemetry, as the tests compare it. */
export interface ReleaseEvent {
  type: string
  remote: string
  reason: string
  /** The release in place of the remote's live one, for a fallback. */
  to?: { version: string | undefined }
  /** The candidate that the page runs, such as `mf-codes@1.4.0`. */
  candidate?: string
}

/** Reads the body of a request to `reportUrl`, an OTLP/HTTP log record. */
export function releaseEventOf(body: string): ReleaseEvent {
  const [{ resource, scopeLogs }] = JSON.parse(body).resourceLogs
  const [record] = scopeLogs[0].logRecords
  const version = textOf(record.attributes, 'canje.fallback.version')
  const candidate = textOf(record.attributes, 'canje.candidate')
  return {
    type: record.eventName,
    remote: textOf(resource.attributes, 'service.name') ?? '',
    reason: record.body.stringValue,
    ...(version && { to: { version } }),
    ...(candidate && { candidate }),
  }
}

function textOf(attributes: KeyValue[], name: string): string | undefined {
  return attributes.find(({ key }) => key === name)?.value.stringValue
}

/** Reads the service, message and stack of an event about an error. */
export function errorOf(body: string) {
  const [{ resource, scopeLogs }] = JSON.parse(body).resourceLogs
  const [{ attributes }] = scopeLogs[0].logRecords
  return {
    service: textOf(resource.attributes, 'service.name'),
    version: textOf(resource.attributes, 'service.version'),
    message: textOf(attributes, 'exception.message') ?? '',
    stack: textOf(attributes, 'exception.stacktrace'),
  }
}
