import { backend } from '../../backend'

const MARKUP = '<i data-from-service></i>'
/** A text in JSON that begins with a letter, and is no key. */
const TEXT = /"(?=\p{L})((?:[^"\\]|\\.)*)"(?!\s*:)/gu

/** Has an endpoint respond as it did, with markup in every text. Without a response so far, nothing changes. */
export function respondWithMarkup(endpoint: string): void {
  const body = backend.requests(endpoint).find(({ response }) => isPayload(response))?.response
  if (body !== undefined) backend.respond(endpoint, body.replace(TEXT, `"${MARKUP}$1"`))
}

function isPayload(response: string): boolean {
  try {
    return 'data' in JSON.parse(response)
  } catch {
    return false
  }
}

/** The elements that the page has made of texts of the service. */
export function renderedMarkup(): string[] {
  return [...document.querySelectorAll('[data-from-service]')].map((element) => element.parentElement?.innerHTML ?? '')
}
