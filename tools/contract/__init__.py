"""Whether the API's contract still suits the clients of the last published one."""
