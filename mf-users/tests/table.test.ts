import { describeTable } from 'tab-testing'
import { users } from './section'

describeTable(users)
