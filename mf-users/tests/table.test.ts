import { describeTable } from '@canje/tab-testing'
import { users } from './tab'

describeTable(users)
