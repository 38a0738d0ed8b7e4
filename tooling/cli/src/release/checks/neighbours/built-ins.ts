import { type Check, compared, type Facts } from './check'
import { NEIGHBOUR_CONTAINER } from './neighbour'

/** Functions of the browser and of the shared modules: a patch of one changes every tab. */
export const builtIns: Check = {
  code: 'built-in-changed',
  problem: 'changes functions that every tab uses',
  fix: 'Wrap the function in a module of the tab, and call that one. For requests, create an axios instance of the tab.',
  at: ['open', 'slot', 'closed'],
  async watch(visited) {
    const look = await compared(readBuiltIns, NEIGHBOUR_CONTAINER)(visited)
    // What was added to the window is a global.
    return async (moment) => (await look(moment)).filter((line) => !/^window\.[^.]* was added/.test(line))
  },
}

/** Runs in the page. */
async function readBuiltIns({ option: neighbour }: { option: string }): Promise<Facts> {
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
  const isNative = (value: object) => /\[native code]/.test(Function.prototype.toString.call(value))
  // Classes, such as Array, and objects, such as Math, history and navigator.clipboard.
  for (const [prefix, owner, prototype] of [
    ['window.', window, window],
    ['navigator.', navigator, Navigator.prototype],
  ] as const)
    for (const [key, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof (value ?? get) === 'function') facts.set(`${prefix}${key}`, value ?? get)
      const object = get ? Reflect.get(owner, key) : value
      // The entries of a storage are own properties.
      if (!(object instanceof Object) || [Storage, Node, Window].some((kind) => object instanceof kind)) continue
      const isClass = typeof object === 'function' && /^[A-Z]/.test(key) && isNative(object)
      if (isClass || (typeof object !== 'function' && Symbol.toStringTag in object)) add(`${prefix}${key}`, object)
      if (isClass && object.prototype) add(`${prefix}${key}.prototype`, object.prototype)
    }
  const seen = new Set<object>()
  const walk = (path: string, value: unknown, depth: number) => {
    facts.set(path, value)
    if (depth === 0 || !(value instanceof Object) || value instanceof Node || seen.has(value)) return
    seen.add(value)
    // PrimeReact keeps its last component there.
    for (const key of Object.keys(value).filter((key) => !/^(cProps|cParams|cName|context)$/.test(key)))
      walk(`${path}.${key}`, Object.getOwnPropertyDescriptor(value, key)?.value, depth - 1)
  }
  const shared: Record<string, Record<string, { get?: () => Promise<() => object> }>> = Reflect.get(window, neighbour)
    ?.shared ?? {}
  for (const [name, versions] of Object.entries(shared)) {
    const module = (await Object.values(versions)[0]?.get?.())?.()
    if (module) for (const [key, value] of Object.entries(module)) walk(`${key} of ${name}`, value, 5)
  }
  return facts
}
