window[CONTAINER] = {
  modules: {},
  async init(scope) {
    for (const key of KEYS) {
      const [offered] = Object.values(scope[key])
      this.modules[key] = (await offered.get())()
    }
  },
  async get() {
    const tab = await import('./Tab')
    return () => tab
  },
}
