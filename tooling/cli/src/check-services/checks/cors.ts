import type { Operation } from '@canje/reference-backend/openapi'
import type { ServiceResponse } from '../client'
import type { Context } from '../context'

/** Checks the preflight of every request, also of those that are never sent. */
export async function checkPreflights(context: Context): Promise<void> {
  for (const operation of context.used.filter((one) => context.client.isCrossOrigin(one)))
    await context.attempt(() => checkPreflight(context, operation))
}

async function checkPreflight(context: Context, operation: Operation): Promise<void> {
  const { client } = context
  const sent = operation.headers.filter(({ feature }) => context.has(feature))
  const names = sent.map(({ name }) => name)
  const { status, headers } = await client.preflight(operation, names)
  if (status < 200 || status >= 300) {
    const fix = 'Respond to OPTIONS with 204 and the headers of CORS, without a token.'
    return context.report(operation, 'cors-preflight', `its preflight gets ${status}.`, fix)
  }
  if (!allowsOrigin(context, headers)) {
    const fix = `Send Access-Control-Allow-Origin: ${client.options.origin} with the preflight.`
    return context.report(operation, 'cors-origin', 'its preflight refuses the origin of the shell.', fix)
  }
  for (const { name, decision } of sent.filter((one) => !allowsHeader(headers, one.name))) {
    const fix = `Add it to Access-Control-Allow-Headers.`
    context.report(operation, 'cors-headers', `its preflight refuses the header ${name}.`, fix, decision)
  }
}

/** Checks the headers of all responses that the other checks have got. */
export async function checkResponseHeaders(context: Context): Promise<void> {
  const { client } = context
  const refused = context.findings.filter(({ code }) => code === 'cors-origin').map(({ endpoint }) => endpoint)
  const known = new Set(context.used.filter(({ method, path }) => refused.includes(`${method} ${path}`)))
  for (const { operation, status, headers } of client.responses.filter((one) => client.isCrossOrigin(one.operation))) {
    if (known.has(operation) || allowsOrigin(context, headers)) continue
    known.add(operation)
    const message = `its response with status ${status} has no Access-Control-Allow-Origin for the shell.`
    context.report(operation, 'cors-response', message, 'Send the header with every status, errors too.')
  }
  for (const operation of context.lists) {
    const responses = client.responses.filter((one) => one.operation === operation)
    const [header] = responses.flatMap((response) => keptBy(response) ?? [])
    const message = `browsers keep its response (${header}).`
    if (header) context.report(operation, 'cached', message, 'Send Cache-Control: no-store.', 'D21')
  }
  const read = client.responses.find(({ operation, status }) => context.lists.includes(operation) && status === 200)
  if (!read || !context.features.has('idempotency') || !client.isCrossOrigin(read.operation)) return
  if (namesIn(read.headers, 'Access-Control-Expose-Headers').some((name) => name === '*' || name === 'retry-after'))
    return
  const fix = 'Send Access-Control-Expose-Headers: Retry-After, which says when a change is repeated.'
  context.report(read.operation, 'cors-expose', 'pages cannot read Retry-After.', fix, 'D27')
}

function allowsOrigin({ client }: Context, headers: Headers): boolean {
  return ['*', client.options.origin].includes(headers.get('Access-Control-Allow-Origin') ?? '')
}

/** A wildcard does not allow `Authorization` (Fetch standard, CORS-preflight fetch). */
function allowsHeader(headers: Headers, name: string): boolean {
  const allowed = namesIn(headers, 'Access-Control-Allow-Headers')
  return allowed.includes(name) || (allowed.includes('*') && name !== 'authorization')
}

function namesIn(headers: Headers, header: string): string[] {
  return (headers.get(header) ?? '').split(',').map((name) => name.trim().toLowerCase())
}

/** @returns the header by which browsers may show an old response (RFC 9111, 4.2.2 for one without a time) */
function keptBy({ operation, status, headers }: ServiceResponse): string | undefined {
  const control = headers.get('Cache-Control') ?? ''
  if (/no-store|no-cache|max-age=0/i.test(control)) return undefined
  if (/max-age=/i.test(control)) return `Cache-Control: ${control}`
  const expires = headers.get('Expires')
  // What is no date is over (RFC 9111, 5.3).
  if (expires !== null) return Date.parse(expires) > Date.now() ? 'Expires' : undefined
  return operation.method === 'GET' && status === 200 && headers.has('Last-Modified') ? 'Last-Modified' : undefined
}
