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
}

/** Reads the body of a request to `reportUrl`, an OTLP/HTTP log record. */
export function releaseEventOf(body: string): ReleaseEvent {
  const [{ resource, scopeLogs }] = JSON.parse(body).resourceLogs
  const [record] = scopeLogs[0].logRecords
  const version = textOf(record.attributes, 'canje.fallback.version')
  return {
    type: record.eventName,
    remote: textOf(resource.attributes, 'service.name') ?? '',
    reason: record.body.stringValue,
    ...(version && { to: { version } }),
  }
}

function textOf(attributes: KeyValue[], name: string): string | undefined {
  return attributes.find(({ key }) => key === name)?.value.stringValue
}
