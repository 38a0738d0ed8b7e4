import { type Check, compared, type Facts, type TabInPage } from './check'

/** Functions of the browser and of the shared modules: a patch of one changes every tab. */
export const builtIns: Check = {
  code: 'built-in-changed',
  problem: 'changes functions that every tab uses',
  fix: 'Wrap the function in a module of the tab, and call that one. For requests, create an axios instance of the tab.',
  at: ['open', 'slot', 'closed'],
  async watch(visited) {
    const { page, tab } = visited
    const look = await compared(readBuiltIns)(visited)
    const known = await page.evaluate(sharedModules, tab)
    return async (moment) => {
      // A tab of another version brings its own copy of a module.
      const own = (await page.evaluate(sharedModules, tab)).filter((name) => !known.includes(name))
      const isOwn = (line: string) => own.some((name) => line.includes(` of ${name}.`) || line.includes(` of ${name} `))
      // What was added to the window is a global.
      return (await look(moment)).filter((line) => !/^window\..* was added/.test(line) && !isOwn(line))
    }
  },
}

/** Runs in the page. */
function sharedModules({ neighbour }: TabInPage): string[] {
  return Object.keys(Reflect.get(window, neighbour)?.shared ?? {})
}

/** Runs in the page. */
async function readBuiltIns({ neighbour }: TabInPage): Promise<Facts> {
  const facts: Facts = new Map()
  const add = (path: string, object: object) => {
    for (const key of Reflect.ownKeys(object)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, key) ?? {}
      const name = `${path}.${String(key)}`
      if (typeof value === 'function' || !('prototype' in object)) facts.set(name, value)
      if (get) facts.set(`${name} (getter)`, get)
      if (set) facts.set(`${name} (setter)`, set)
    }
  }
  for (const key of Object.getOwnPropertyNames(window)) {
    const { value, get } = Object.getOwnPropertyDescriptor(window, key) ?? {}
    if (typeof (value ?? get) === 'function') facts.set(`window.${key}`, value ?? get)
    if (
      typeof value === 'function' &&
      /^[A-Z]/.test(key) &&
      /\[native code]/.test(Function.prototype.toString.call(value))
    ) {
      add(key, value)
      if (value.prototype) add(`${key}.prototype`, value.prototype)
    }
  }
  for (const namespace of [JSON, Math, Reflect, Atomics, Intl, WebAssembly, console, CSS])
    add(String(Reflect.get(namespace, Symbol.toStringTag)), namespace)
  // Such as history and navigator.clipboard. The entries of a storage are own properties.
  for (const [prefix, owner, prototype] of [
    ['', window, window],
    ['navigator.', navigator, Navigator.prototype],
  ] as const)
    for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      const object = get && Reflect.get(owner, key)
      if (!(object instanceof Object) || object instanceof Storage || object instanceof Node || object === window)
        continue
      if (typeof object !== 'function') add(`${prefix}${key}`, object)
    }
  const container = Reflect.get(window, neighbour)
  const seen = new Set<object>()
  const walk = (path: string, value: unknown, depth: number) => {
    facts.set(path, value)
    if (depth === 0 || !(value instanceof Object) || value instanceof Node || seen.has(value)) return
    seen.add(value)
    // PrimeReact keeps its last component there.
    for (const key of Object.keys(value).filter((key) => !/^(cProps|cParams|cName|context)$/.test(key)))
      walk(`${path}.${key}`, Object.getOwnPropertyDescriptor(value, key)?.value, depth - 1)
  }
  for (const [name, versions] of Object.entries<Record<string, { get?: () => Promise<() => object> }>>(
    container?.shared ?? {},
  )) {
    const module = (await Object.values(versions)[0]?.get?.())?.()
    if (module) for (const [key, value] of Object.entries(module)) walk(`${key} of ${name}`, value, 5)
  }
  return facts
}
