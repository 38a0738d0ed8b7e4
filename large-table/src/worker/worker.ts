import { type RequestSource, serveRows } from './serve-rows'

declare const self: RequestSource

serveRows(self)
