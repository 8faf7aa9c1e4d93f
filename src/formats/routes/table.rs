//! One row per way to declare a route.

/// One pattern.
pub(super) struct Route {
    /// The framework: it names the row where its test fails.
    #[cfg(test)]
    pub(super) framework: &'static str,
    /// The languages it occurs in.
    pub(super) languages: &'static [&'static str],
    /// Text without which the pattern cannot match; one of them must be there.
    pub(super) needles: &'static [&'static str],
    /// Groups: `method` (one or several, quoted or not), `path`.
    pub(super) pattern: &'static str,
    /// The method where the pattern has none.
    pub(super) method: &'static str,
    /// The role of the match.
    pub(super) role: Role,
    /// A line of a program, and what its test finds in it. Of a prefix the example goes on with a route.
    #[cfg(test)]
    pub(super) example: (&'static str, &'static [&'static str]),
}

/// Roles of a row's matches.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// An endpoint.
    Endpoint,
    /// The path in front of all endpoints that follow, up to the next prefix.
    Prefix,
    /// A prefix if a class follows, else an endpoint.
    PrefixOfClass,
}

const JS: &[&str] = &["javascript", "typescript", "tsx", "vue", "svelte", "astro"];
const JVM: &[&str] = &["java", "kotlin"];

macro_rules! routes {
    ($($framework:literal $languages:expr, $needles:expr, $role:ident $method:literal
        $pattern:literal
        $example:literal => $found:expr;)*) => {
        /// Every pattern. Of two that match at the same place the first is taken.
        pub(super) static ROUTES: &[Route] = &[$(Route {
            #[cfg(test)]
            framework: $framework,
            languages: $languages, needles: &$needles, pattern: $pattern, method: $method, role: Role::$role,
            #[cfg(test)]
            example: ($example, &$found),
        }),*];
    };
}

routes! {
    "Spring" JVM, ["@GetMapping", "@PostMapping", "@PutMapping", "@DeleteMapping", "@PatchMapping"], Endpoint "ANY"
        r#"@(?<method>Get|Post|Put|Patch|Delete)Mapping\b(?:\s*\(\s*(?:(?:value|path)\s*=\s*)?[\[{]?\s*(?:"(?<path>[^"\n]*)")?)?"#
        r#"@GetMapping("/users/{id}")"# => ["GET /users/{id}"];
    "Spring" JVM, ["@RequestMapping"], PrefixOfClass "ANY"
        r#"@RequestMapping\s*\(\s*(?:(?:value|path)\s*=\s*)?[\[{]?\s*"(?<path>[^"\n]*)"[^)\n]{0,200}?(?:RequestMethod\.(?<method>[A-Z]+)[^)\n]{0,200})?\)"#
        "@RequestMapping(\"/api\")\npublic class A {\n @RequestMapping(value=\"/x\", method=RequestMethod.PUT) void a() {}}"
        => ["PUT /api/x"];
    "JAX-RS" JVM, ["@Path"], Endpoint "ANY"
        r#"@(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b\s+(?:@(?:Produces|Consumes|RolesAllowed|PermitAll)\b(?:\([^)]{0,200}\))?\s+){0,5}@Path\(\s*"(?<path>[^"\n]*)""#
        "@GET\n@Produces(\"text/plain\")\n@Path(\"/x/{id}\")" => ["GET /x/{id}"];
    "Ktor" &["kotlin"], ["get(", "post(", "put(", "delete(", "patch("], Endpoint "ANY"
        r#"(?m)^\s*(?<method>get|post|put|patch|delete|head|options)\(\s*"(?<path>/[^"\n]*)"\s*\)\s*\{"#
        r#"    get("/orders") {"# => ["GET /orders"];
    "NestJS" JS, ["@Controller"], Prefix "ANY"
        r#"@Controller\(\s*(?:['"`](?<path>[^'"`\n]*)['"`])?[^)\n]{0,200}\)"#
        "@Controller('cats')\nclass A { @Get(':id') one() {} }" => ["GET /cats/:id"];
    "NestJS" JS, ["@Controller"], Endpoint "ANY"
        r#"@(?<method>Get|Post|Put|Patch|Delete|Head|Options|All)\(\s*(?:['"`](?<path>[^'"`\n]*)['"`])?\s*\)"#
        "@Controller()\nclass A { @Post('x') one() {} }" => ["POST /x"];
    "Express" JS, [".get(", ".post(", ".put(", ".patch(", ".delete(", ".all(", ".head(", ".options("], Endpoint "ANY"
        r#"\b(?:app|api|server|fastify|routes?|\w*[rR]outer|\w*App)\.(?<method>get|post|put|patch|delete|head|options|all)\(\s*['"`](?<path>[/*][^'"`\n]*)['"`]"#
        "userRouter.post('/users/:id', handler)" => ["POST /users/:id"];
    "Express" JS, [".route("], Endpoint "ANY"
        r#"\.route\(\s*['"`](?<path>/[^'"`\n]*)['"`]\s*\)\s*\.(?<method>get|post|put|patch|delete|all)\("#
        "router.route('/a')\n  .get(list)" => ["GET /a"];
    "FastAPI" &["python"], ["@"], Endpoint "ANY"
        r#"(?m)^[ \t]*@\w+(?:\.\w+)*\.(?<method>get|post|put|patch|delete|head|options|websocket)\(\s*(?:path\s*=\s*)?["'](?<path>/?[^"'\n]*)["']"#
        r#"@app.get("/items/{id}")"# => ["GET /items/{id}"];
    "Flask" &["python"], [".route("], Endpoint "GET"
        r#"(?m)^[ \t]*@\w+(?:\.\w+)*\.route\(\s*["'](?<path>[^"'\n]*)["'](?:[^)]{0,200}?methods\s*=\s*[\[({](?<method>[^\])}]{0,100})[\])}])?"#
        r#"@bp.route("/login", methods=["GET", "POST"])"# => ["GET /login", "POST /login"];
    "Django" &["python"], ["urlpatterns"], Endpoint "ANY"
        r#"\b(?:re_)?path\(\s*r?["'](?<path>[^"'\n]*)["']\s*,"#
        r#"urlpatterns = [path("users/<int:id>/", views.user)]"# => ["ANY /users/<int:id>/"];
    "net/http" &["go"], [".Handle"], Endpoint "ANY"
        r#"\.Handle(?:Func)?\(\s*["`](?:(?<method>[A-Z]+) )?(?<path>/[^"`\n]*)["`](?:[^\n;]{0,200}\.Methods\((?<methods>[^)\n]{0,100})\))?"#
        r#"http.HandleFunc("GET /items/{id}", h); r.HandleFunc("/x", h).Methods("PUT")"#
        => ["GET /items/{id}", "PUT /x"];
    "gin, echo" &["go"], [".GET(", ".POST(", ".PUT(", ".PATCH(", ".DELETE(", ".HEAD(", ".OPTIONS("], Endpoint "ANY"
        r#"\.(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\(\s*"(?<path>[^"\n]*)""#
        r#"r.GET("/ping", ping)"# => ["GET /ping"];
    // Loggers have an `Any` too: `zap.Any("error", err)`.
    "gin, echo" &["go"], [".Any("], Endpoint "ANY"
        r#"\.Any\(\s*"(?<path>(?:/[^"\n]*)?)"\s*,"#
        r#"r.Any("/ping", ping); log.Error("no", zap.Any("error", err))"# => ["ANY /ping"];
    // Functions around a router: the path, and what handles it.
    "net/http" &["go"], ["Route", "Handler", "Endpoint"], Endpoint "ANY"
        r#"\b(?:[aA]dd|[rR]egister|[mM]ount)\w*(?:Route|Handler|Endpoint)\w*\(\s*["`](?:(?<method>[A-Z]+) )?(?<path>/[^"`\n]*)["`]\s*,"#
        r#"addRoute("/stop", handleStop); addRoute("/"+key, h); mux.RegisterHandler("GET /id/", h)"#
        => ["ANY /stop", "GET /id/"];
    "net/http" &["go"], ["Pattern:", "Path:", "Route:"], Endpoint "ANY"
        r#"(?:\bMethod:\s*(?:http\.Method|")(?<method>\w+)"?,\s*)?\b(?:Pattern|Path|Route):\s*["`](?:(?<methods>[A-Z]+) )?(?<path>/[^"`\n]*)["`],[^{}]{0,200}?\bHandler(?:Func)?:"#
        r#"[]Route{{Pattern: "/upstreams", Handler: h}, {Method: http.MethodPost, Path: "/id", Handler: h}, {Path: "/etc"}}"#
        => ["ANY /upstreams", "POST /id"];
    "chi, fiber" &["go"], [".Get(", ".Post(", ".Put(", ".Patch(", ".Delete(", ".Head(", ".Options("], Endpoint "ANY"
        r#"\b(?:r|router|app|mux|api|\w*[rR]outer|\w*[gG]roup)\.(?<method>Get|Post|Put|Patch|Delete|Head|Options)\(\s*"(?<path>/[^"\n]*)""#
        r#"r.Post("/articles/{slug}", create)"# => ["POST /articles/{slug}"];
    "axum" &["rust"], [".route("], Endpoint "ANY"
        r#"\.route\(\s*"(?<path>/[^"\n]*)"\s*,\s*(?:\w+::)*(?<method>get|post|put|patch|delete|head|options|any)(?:_service)?\("#
        r#".route("/users", axum::routing::get(list))"# => ["GET /users"];
    "actix, Rocket" &["rust"], ["#["], Endpoint "ANY"
        r#"#\[(?:\w+::)*(?<method>get|post|put|patch|delete|head|options)\(\s*(?:uri\s*=\s*)?"(?<path>/[^"\n]*)""#
        r#"#[get("/hello/<name>")]"# => ["GET /hello/<name>"];
    "actix" &["rust"], ["web::resource"], Endpoint "ANY"
        r#"\bweb::resource\(\s*"(?<path>[^"\n]*)""#
        r#"web::resource("/app")"# => ["ANY /app"];
    "ASP.NET" &["csharp"], ["[Route"], PrefixOfClass "ANY"
        r#"\[Route\(\s*"(?<path>[^"\n]*)"[^\]\n]{0,200}\]"#
        "[Route(\"api/cats\")]\npublic class Cats {\n [HttpGet(\"{id}\")] int One() {} }" => ["GET /api/cats/{id}"];
    "ASP.NET" &["csharp"], ["[Http"], Endpoint "ANY"
        r#"\[Http(?<method>Get|Post|Put|Patch|Delete|Head|Options)\b(?:\(\s*(?:"(?<path>[^"\n]*)")?)?"#
        r#"[HttpDelete("/x/{id}")]"# => ["DELETE /x/{id}"];
    "ASP.NET" &["csharp"], [".Map"], Endpoint "ANY"
        r#"\.Map(?<method>Get|Post|Put|Patch|Delete)\(\s*"(?<path>[^"\n]*)""#
        r#"app.MapGet("/todo", () => 1)"# => ["GET /todo"];
    "Rails, Sinatra" &["ruby"], ["get ", "post ", "put ", "patch ", "delete "], Endpoint "ANY"
        r#"(?m)^[ \t]*(?<method>get|post|put|patch|delete|head|options)[ (]+["'](?<path>[^"'\n ]*)["'](?:\)?[ \t]+do\b|[ \t]*=>|[^\n]{0,200}\bto:)"#
        "  get '/users/:id', to: 'users#show'" => ["GET /users/:id"];
    "Laravel" &["php"], ["Route::"], Endpoint "ANY"
        r#"\bRoute::(?<chain>(?:\w+\((?:[^();]|\([^();]*\))*\)\s*->\s*)*)(?<method>get|post|put|patch|delete|options|any)\(\s*['"](?<path>[^'"\n]*)['"]"#
        "Route::get('/users', [C::class, 'index']); Route::middleware(['a', b()])->prefix('x')->post('y', C::class);"
        => ["GET /users", "POST /x/y"];
    "Laravel" &["php"], ["Route::"], Endpoint "ANY"
        r#"\bRoute::(?<chain>(?:\w+\((?:[^();]|\([^();]*\))*\)\s*->\s*)*)match\(\s*\[(?<methods>[^\]]*)\]\s*,\s*['"](?<path>[^'"\n]*)['"]"#
        "Route::match(['get', 'put'], '/users', C::class);" => ["GET /users", "PUT /users"];
    "Laravel" &["php"], ["Route::"], Endpoint "GET"
        r#"\bRoute::(?<chain>(?:\w+\((?:[^();]|\([^();]*\))*\)\s*->\s*)*)view\(\s*['"](?<path>[^'"\n]*)['"]"#
        "Route::view('/about', 'about');" => ["GET /about"];
    "Symfony" &["php"], ["#[Route"], Endpoint "ANY"
        r#"#\[Route\(\s*(?:path:\s*)?['"](?<path>[^'"\n]*)['"](?:[^\]]{0,200}?methods:\s*\[(?<method>[^\]]{0,100})\])?"#
        "#[Route('/blog', name: 'b', methods: ['POST'])]" => ["POST /blog"];
}
