//! What the server answers.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use game::Stop;
use protocol::{Refusal, Service, Weight};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::guard::{Hosts, add_headers};
use crate::options::{QUICK_AT_ONCE, THOUGHTS_AT_ONCE};
use crate::pool::{Pool, guarded};
use crate::sessions::{Lane, Sessions};
use crate::stream::{Mailbox, Stream};

/// The most bytes of a request.
const LONGEST_BODY: usize = 256 << 10;
/// The light requests that are answered at once.
const LIGHT_AT_ONCE: usize = 8;
/// The header that names the session.
const SESSION: &str = "morpion-session";
/// The description of this server for programs.
const OPENAPI: &str = include_str!("../openapi.json");

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) service: Service,
    pub(crate) sessions: Sessions,
    pub(crate) hosts: Hosts,
    pub(crate) pool: Pool,
    body_time: Duration,
    light: Arc<Semaphore>,
    quick: Arc<Semaphore>,
    thoughts: Arc<Semaphore>,
}

impl Shared {
    pub(crate) fn new(
        service: Service,
        sessions: Sessions,
        hosts: Hosts,
        pool: Pool,
        body_time: Duration,
    ) -> Shared {
        let lane = |places| Arc::new(Semaphore::new(places));
        let (light, quick) = (lane(LIGHT_AT_ONCE), lane(QUICK_AT_ONCE));
        Shared { service, sessions, hosts, pool, body_time, light, quick, thoughts: lane(THOUGHTS_AT_ONCE) }
    }
}

/// The most threads of the runtime that may wait or compute, beside those of the pool.
pub(crate) const BLOCKING_THREADS: usize = LIGHT_AT_ONCE + QUICK_AT_ONCE + THOUGHTS_AT_ONCE;

/// Returns what the server answers, by path.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/openapi.json", get(openapi))
        .route("/api/{name}", post(api))
        .fallback(asset)
        .layer(from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Refuses requests of foreign pages, and adds the headers that every response has.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match shared.hosts.check(request.method(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err((status, error, help)) => refused(status, error, help),
    };
    add_headers(response.headers_mut());
    response
}

fn refused(status: StatusCode, error: &str, help: &str) -> Response {
    answered(status, json!({ "error": error, "help": help }).to_string().into())
}

fn answered(status: StatusCode, json: Bytes) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], json).into_response()
}

fn refusal(refusal: &Refusal) -> Response {
    let status = StatusCode::from_u16(refusal.kind.status()).expect("kinds have statuses of HTTP");
    answered(status, refusal.to_json().to_string().into())
}

async fn openapi() -> Response {
    answered(StatusCode::OK, Bytes::from_static(OPENAPI.as_bytes()))
}

/// A file of the page. Paths are compared with a fixed list, so none of them reaches a file system.
async fn asset(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return refused(StatusCode::METHOD_NOT_ALLOWED, "pages are only read", "use GET");
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match page::asset(path) {
        Some(asset) => {
            let headers = [(header::CONTENT_TYPE, asset.content_type), (header::CACHE_CONTROL, "no-cache")];
            (headers, Bytes::from_static(asset.bytes)).into_response()
        }
        None => refused(StatusCode::NOT_FOUND, "there is no such page", "the page is at /"),
    }
}

/// Answers a request of the protocol.
async fn api(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let json = match read(&headers, body, shared.body_time).await {
        Ok(json) => json,
        Err(response) => return response,
    };
    // The empty name is that of no session, so it is refused below.
    let session = headers.get(SESSION).and_then(|id| id.to_str().ok()).unwrap_or("").to_string();
    match name.as_str() {
        "session" | "games" => {}
        _ if shared.sessions.touch(&session) => {}
        _ => {
            let error = "the session is unknown or has expired";
            return refused(StatusCode::UNAUTHORIZED, error, "ask for a new one with POST /api/session");
        }
    }
    match light(&shared, name.clone(), json).await {
        Light::Answered(response) => with_session(&shared, &name, &session, *response),
        Light::Admitted(weight, json) => long(&shared, name, json, &session, weight),
    }
}

/// Reads the body of a request.
async fn read(headers: &HeaderMap, body: Body, time: Duration) -> Result<Value, Response> {
    // A request without a type is refused as one of a wrong type.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        let error = "a request is JSON";
        return Err(refused(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            error,
            "send it as content-type: application/json",
        ));
    }
    let too_long = || {
        let error = format!("a request has at most {LONGEST_BODY} bytes");
        let mut response = refused(StatusCode::PAYLOAD_TOO_LARGE, &error, "send less");
        // What the client still sends is not read.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        response
    };
    // Only to refuse early: what is read is counted, whatever is said here.
    let length =
        headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > LONGEST_BODY) {
        return Err(too_long());
    }
    match tokio::time::timeout(time, to_bytes(body, LONGEST_BODY)).await {
        Err(_) => {
            Err(refused(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive", "send it faster"))
        }
        Ok(Err(_)) => Err(too_long()),
        Ok(Ok(bytes)) => serde_json::from_slice(&bytes).map_err(|error| {
            refused(StatusCode::BAD_REQUEST, &format!("the request is not JSON: {error}"), "for example {}")
        }),
    }
}

/// What became of a request at first sight.
enum Light {
    Answered(Box<Response>),
    Admitted(Weight, Value),
}

/// Answers a light request, or finds out how much work it is. Even this is done where it holds up no other connection:
/// there are games that take a moment to be opened.
async fn light(shared: &Arc<Shared>, name: String, json: Value) -> Light {
    let place = Arc::clone(&shared.light).acquire_owned().await.expect("lanes are never closed");
    let shared = Arc::clone(shared);
    let work = tokio::task::spawn_blocking(move || {
        // The place is held by the work: a client that leaves does not make room for more of it.
        let _place = place;
        match shared.service.admit(&name, &json) {
            Ok(Weight::Light) => {
                Light::Answered(Box::new(match shared.service.answer(&name, &json, &Stop::new(), &|_| {}) {
                    Ok(answer) => answered(StatusCode::OK, answer.to_string().into()),
                    Err(why) => refusal(&why),
                }))
            }
            Ok(weight) => Light::Admitted(weight, json),
            Err(why) => Light::Answered(Box::new(refusal(&why))),
        }
    });
    // Only a panic ends the work without an answer.
    work.await.unwrap_or_else(|_| {
        let error = "the program has made a mistake in this request";
        Light::Answered(Box::new(refused(StatusCode::INTERNAL_SERVER_ERROR, error, "please report it")))
    })
}

/// What only the server knows of sessions, in place of what the service says.
fn with_session(shared: &Shared, name: &str, session: &str, response: Response) -> Response {
    if response.status() != StatusCode::OK {
        return response;
    }
    match name {
        "session" => match shared.sessions.open() {
            Some(id) => {
                let mut answer = shared.service.session();
                answer["session"] = json!(id);
                answered(StatusCode::OK, answer.to_string().into())
            }
            None => refused(
                StatusCode::SERVICE_UNAVAILABLE,
                "there are too many sessions",
                "try again in a minute",
            ),
        },
        "cancel" => {
            let cancelled = shared.sessions.cancel(session);
            shared.pool.drop_stopped();
            answered(StatusCode::OK, json!({ "cancelled": cancelled }).to_string().into())
        }
        _ => response,
    }
}

/// Answers a request that takes long, event by event.
fn long(shared: &Arc<Shared>, name: String, json: Value, session: &str, weight: Weight) -> Response {
    let lane = if weight == Weight::Heavy { Lane::Heavy } else { Lane::Move };
    let full =
        || refused(StatusCode::SERVICE_UNAVAILABLE, "too many computations wait already", "try again later");
    // Before the session's last computation is ended for this one.
    if lane == Lane::Heavy && shared.pool.is_full() {
        return full();
    }
    let Some(stop) = shared.sessions.begin(session, lane) else {
        let error = "the session has expired";
        return refused(StatusCode::UNAUTHORIZED, error, "ask for a new one with POST /api/session");
    };
    let (mailbox, of_work, of_stop) = (Mailbox::default(), Arc::clone(shared), stop.clone());
    let work = move |mailbox: &Mailbox| -> Value {
        let answer = of_work.service.answer(&name, &json, &of_stop, &|event| mailbox.event(event));
        // The session is free for the next computation.
        of_stop.stop();
        match answer {
            Ok(answer) => json!({ "done": answer }),
            Err(why) => why.to_json(),
        }
    };
    if weight == Weight::Heavy {
        shared.pool.drop_stopped();
        return match shared.pool.submit(mailbox.clone(), stop.clone(), Box::new(work)) {
            Some(ticket) => streamed(Stream::new(mailbox, stop, ticket)),
            None => {
                stop.stop();
                full()
            }
        };
    }
    let lane = if weight == Weight::Quick { &shared.quick } else { &shared.thoughts };
    let (lane, posted, given_up) = (Arc::clone(lane), mailbox.clone(), stop.clone());
    tokio::spawn(async move {
        let _place = lane.acquire_owned().await.expect("lanes are never closed");
        if given_up.is_stopped() {
            posted.last(&json!({ "error": "cancelled" }));
            return;
        }
        let done = tokio::task::spawn_blocking(move || {
            let last = guarded(|| work(&posted));
            posted.last(&last);
        });
        done.await.expect("what panics is caught");
    });
    streamed(Stream::new(mailbox, stop, ()))
}

fn streamed<T: Send + Unpin + 'static>(stream: Stream<T>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::new(stream)).into_response()
}
