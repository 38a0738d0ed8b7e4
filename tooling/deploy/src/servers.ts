/** Response headers by name. */
export type Headers = Record<string, string>

/** The headers of the two sites. */
export interface SiteHeaders {
  /** Of every response of the shell's site. */
  shell: Headers
  /** Of its pages, in addition or instead. */
  page: Headers
  /** Of the page of `/main`, in addition. */
  main: Headers
  /** Of every response of the release store. */
  store: Headers
}

/** How a web server writes headers. */
export interface Server {
  /** Its expression for a value that differs per response, the nonce of style tags. */
  nonce: string
  /** The parts of its configuration with headers, by variable. */
  write(headers: SiteHeaders): Record<string, string>
}

export const caddy: Server = {
  nonce: '{http.request.uuid}',
  write({ shell, page, main, store }) {
    const add = (matcher: string) => (name: string, value: string) => `header ${matcher}${name} \`${value}\``
    return {
      SHELL_HEADERS: lines(shell, add('')),
      PAGE_HEADERS: lines(page, add('')) + lines(main, add('@main ')),
      STORE_HEADERS: lines(store, add('')),
    }
  },
}

/** Its locations do not inherit headers, so those of pages depend on the variable `$page`. */
export const nginx: Server = {
  nonce: '$request_id',
  write({ shell, page, main, store }) {
    const variable = (name: string) => `$page_${name.toLowerCase().replaceAll('-', '_')}`
    const quoted = (value = '') => `"${value.replaceAll('"', '\\"')}"`
    const map = (pages: string) => (name: string, value: string) =>
      `map $page ${variable(name)} { ${pages} ${quoted(value)}; "" ${quoted(shell[name])}; }`
    const add = (name: string, value: string) => `add_header ${name} ${quoted(value)} always;`
    const addVariable = (name: string) => `add_header ${name} ${variable(name)} always;`
    const ofPages = { ...page, ...main }
    const others = Object.fromEntries(Object.entries(shell).filter(([name]) => !(name in ofPages)))
    return {
      PAGE_MAPS: lines(page, map('default')) + lines(main, map('main')),
      SHELL_HEADERS: lines(others, add) + lines(ofPages, addVariable),
      STORE_HEADERS: lines(store, add),
    }
  },
}

function lines(headers: Headers, line: (name: string, value: string) => string): string {
  return Object.entries(headers)
    .map(([name, value]) => `${line(name, value)}\n`)
    .join('')
}
