export interface User {
  name: string;
  role: "reader" | "writer" | "admin";
}

/** Talks to the service on behalf of a browser. */
export class UserClient {
  constructor(private readonly base: string, private token: string) {}

  async list(): Promise<User[]> {
    return this.get<User[]>("/users");
  }

  async find(id: string): Promise<User> {
    return this.get<User>(`/users/${id}`);
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(this.base + path, { headers: { Authorization: this.token } });
    return (await response.json()) as T;
  }
}

export const connect = (base: string, token: string): UserClient => new UserClient(base, token);
