/**
 * Changes a message on its way to a service or back. A message is a text: the method with the path of a request or the
 * status of a response, a line per header with its name in lower case, an empty line, and the body, in which each character
 * is a byte.
 */
export type Change = (message: string, path: string) => string

const send = fetch

/** A `fetch` that changes requests and responses. */
export function mutantFetch(change: Change): typeof fetch {
  return async (input, { method = 'GET', headers, body, ...options } = {}) => {
    const url = new URL(String(input))
    const [base = '', path = ''] = url.pathname.split(/(?<=\/)(?=[^/]*$)/)
    const target = `${method} ${path}${url.search}`
    const request = parsed(change(format(target, new Headers(headers), Buffer.from(String(body ?? ''))), path))
    const response = await send(new URL(base + request.target, url), {
      ...options,
      method: request.method,
      headers: request.headers,
      ...(request.body.length > 0 && { body: request.body }),
    })
    const { status, headers: received } = response
    const message = format(`${request.method} ${status}`, received, Buffer.from(await response.arrayBuffer()))
    const changed = parsed(change(message, path))
    options.signal?.throwIfAborted()
    return new Response(changed.body.length > 0 ? changed.body : null, {
      status: Number(changed.target),
      headers: changed.headers,
    })
  }
}

function format(start: string, headers: Headers, body: Buffer): string {
  return [start, ...Array.from(headers, ([name, value]) => `${name}: ${value}`), '', body.toString('latin1')].join('\n')
}

function parsed(message: string) {
  const [head = '', ...body] = message.split('\n\n')
  const [start = '', ...lines] = head.split('\n')
  const [method = '', target = ''] = start.split(' ')
  const headers = lines.map((line): [string, string] => {
    const [name = '', value = ''] = line.split(/: (.*)/, 2)
    return [name, value]
  })
  return { method, target, headers, body: Buffer.from(body.join('\n\n'), 'latin1') }
}
