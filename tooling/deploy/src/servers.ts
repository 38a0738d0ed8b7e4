/** Response headers by name. */
type Headers = Record<string, string>

/** The headers of the two sites. */
export interface SiteHeaders {
  /** Of every response of the shell's site. */
  shell: Headers
  /** Of its pages, in addition or instead. */
  page: Headers
  /** `Link` of the page of `/main`, by the value of `?tab=`. */
  links: ReadonlyMap<string, string>
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
  write({ shell, page, links, store }) {
    const add = (name: string, value: string) => `header ${name} \`${value}\``
    return {
      SHELL_HEADERS: lines(Object.entries(shell), add),
      PAGE_HEADERS: lines(Object.entries(page), add),
      STORE_HEADERS: lines(Object.entries(store), add),
      TAB_LINKS: lines(links, (tab, link) => `${patternOf(tab)} \`${link}\``),
    }
  },
}

/** Its locations do not inherit headers, so those of pages depend on the variable `$page`. */
export const nginx: Server = {
  nonce: '$request_id',
  write({ shell, page, links, store }) {
    const variable = (name: string) => `$page_${name.toLowerCase().replaceAll('-', '_')}`
    const map = (name: string, value: string) =>
      `map $page ${variable(name)} { default ${quoted(value)}; "" ${quoted(shell[name])}; }`
    const add = (name: string, value: string) => `add_header ${name} ${quoted(value)} always;`
    const addVariable = (name: string) => `add_header ${name} ${variable(name)} always;`
    const others = Object.entries(shell).filter(([name]) => !(name in page))
    return {
      PAGE_MAPS: lines(Object.entries(page), map),
      SHELL_HEADERS: lines(others, add) + lines(Object.entries(page), addVariable),
      STORE_HEADERS: lines(Object.entries(store), add),
      TAB_LINKS: lines(links, (tab, link) => `${patternOf(tab)} ${quoted(link)};`),
    }
  },
}

/** A pattern: the text `default` is a keyword, and nginx compares texts without case and limits their length. */
const patternOf = (tab: string) => (tab === '' ? '""' : `~^${tab.replaceAll('.', '\\.')}$`)
const quoted = (value = '') => `"${value.replaceAll('"', '\\"')}"`

function lines(entries: Iterable<readonly [string, string]>, line: (name: string, value: string) => string): string {
  return [...entries].map(([name, value]) => `${line(name, value)}\n`).join('')
}
