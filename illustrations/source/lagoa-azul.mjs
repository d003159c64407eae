import {Scene,Cam,rng,noise,mix,lum,lerp,clamp,poly,lens,smooth,blob,tuft,P,n1,circ,TAU,ridge,under,treeline,cumulus,yAt,palm,tree,putTree,line3,boards,frond} from './lib.mjs';
import {glints} from './lago.mjs';
import {PED,scal,crown,put,wood,rock,paint,mkStrata,walk,person,bather,boulder,fall,glow,launch} from './lugares.mjs';
export function lagoaAzul(seed=239){
 const s=new Scene(),R=rng(seed),N=noise(seed),HZ=330,cam=new Cam({pos:[0,4.2,0],f:800,cx:600,cy:HZ,near:1}),air='#e2ebd6';
 s.rect(0,0,1200,HZ+60,s.grad([[0,'#62a6bd'],[.6,'#b4d8d6'],[1,'#f3eccd']],0,0,0,HZ));
 const CL={lit:'#fdf7e8',sh:'#c4d8d6'};cumulus(s,250,104,1.05,R,CL);cumulus(s,905,84,.85,R,CL);cumulus(s,560,142,.42,R,CL);
 // wooded hill behind the rock
 {const r=ridge([[-20,210],[140,196],[320,176],[520,168],[700,184],[880,206],[1040,236],[1220,262]],{amp:7,freq:.012,seed:4,step:8});s.p(under(r,HZ+80),s.grad([[0,'#8fae7c'],[1,'#c0c77f']],0,168,0,HZ+20));s.p(treeline(r,{size:8,seed:6,gap:1.5,depth:.8}),'#7ea073');
  const L=[];for(let i=0;i<46;i++){const x=R.r(-10,1210),y=lerp(yAt(r,x)+16,HZ-24,R());L.push([x,y,R.r(7,17),y>240?1:0])}wood(s,R,L,[['#7ba070','#98b67d','#c3cd92'],['#5d8f5e','#7fa865','#b4c67d']])}
 // water of the lake: blue-green, clear over pale rock near the falls
 s.rect(0,HZ,1200,900-HZ,s.grad([[0,'#aee3d6'],[.16,'#74cfc4'],[.36,'#37b0ab'],[.62,'#178a92'],[1,'#0a5668']],0,HZ+40,0,900));
 // stepped quartzite: a broad stair, higher to the left and right, low in the middle
 const strata=[0];while(strata.at(-1)<9)strata.push(strata.at(-1)+R.r(.42,.95));const NS=strata.length-1,tone=strata.map(()=>R.i(0,4)),led=strata.map(()=>R.r(-.3,.3));
 const ctrl=[[-19,11],[-15.5,14],[-13,18],[-10.6,21.5],[-7,23.5],[-3,24.8],[1,25.4],[5,24.6],[8.2,22.8],[11,21.4],[14,21],[17,19.4],[20,17]];
 const path=walk(ctrl,R,.75,1.7);
 const hTop=x=>4.6+1.9*clamp((-x-5)/7)+1.9*clamp((x-6)/8)+.5*N.v1(x*.4),top=i=>hTop(path[i][0]);
 const mid=x=>Math.exp(-(((x+1)/5.6)**2));
 const off=(i,k)=>{const x=path[i][0];return led[k]+.9*N.fbm2(i*.22,k*.3,2)+.5*N.fbm2(i*.8,k*.8,2)-k*lerp(.62,1.25,mid(x))-(k>3?.8:0)*clamp(N.fbm(i*.13+21,2)*2.5)+(k===0?2.6*clamp(N.fbm(i*.16+3,2)*2.2+.25):k===1?1.3*clamp(N.fbm(i*.2+9,2)*2.4+.1):0)};
 const pale=['#f3e4c2','#ead7ad','#e1c998','#f0dfb8','#d9bd8b'];
 const col=f=>{const v=N.v2(f.i*1.7,f.k*2.3)*.5+.5;const t=clamp(.5+f.lit*.7);let b=mix(['#94785f','#86705f','#7a6a62','#9a7f62','#7d7266'][(tone[f.k]+(v>.7?1:0))%5],PED.lit[(tone[f.k]+(v>.76?1:0))%5],t);
  if(f.kind==='top')b=mix(pale[(tone[f.k]+(v>.6?2:0))%5],'#fff3d0',v*.4);if(f.kind==='end')b=f.lit>0?mix(b,PED.sun,.25):mix(b,'#4a3a34',.34);if(f.kind==='under')b='#5d4836';if(f.kind==='back')b='#6d543e';if(f.kind==='lip')b=mix(b,PED.sun,.5);
  const x=path[f.i][0],wet=Math.exp(-(((x+2.6)/1.3)**2))+Math.exp(-(((x-2.2)/1)**2));if(f.kind!=='top')b=mix(b,'#5f4f40',clamp(wet*.5));
  if(f.y0<.35)b=mix(b,f.kind==='top'?'#f6ecd0':'#f1e4c2',.55);return mix(lum(b,(v-.5)*.04),air,.06)};
 const bush=b=>{const x=path[b.i][0];if(b.y1<1.6||Math.abs(x+.5)<4.4||N.v2(b.i*3.1,b.k*1.9)<.12)return null;const r=b.u*R.r(.2,.5);return[['#2f6a42',scal(b.p[0],b.p[1]-r*.3,r*1.3,r*.75,R,7)],['#5f964c',scal(b.p[0]-r*.25,b.p[1]-r*.5,r*.75,r*.38,R,6)],['#a5c066',scal(b.p[0]-r*.4,b.p[1]-r*.62,r*.32,r*.16,R,5)]]};
 const rk=rock({cam,path,side:1,strata,off,top,col,N,R,bush,light:[-.7,-.5],lip:.12,cap:3});
 // mirrored warm stone and pale shelf under the surface
 const foot=path.map((_,i)=>{const p=rk.pt(i,off(i,0)-.3,0);return p});
 const shelf=(w,c,o)=>s.p(smooth(foot.map((p,i)=>cam.p([p[0]*.98,0,p[2]-w*(1+.35*N.fbm(i*.3+w,2))])))+poly(foot.slice().reverse().map(p=>cam.p(p))).replace('M','L'),c,o);
 shelf(7.2,'#8fdccb',.34);shelf(4.6,'#b4ead2',.4);shelf(2.2,'#e3edc6',.5);
 s.p(glints(R,{y0:HZ+142,y1:HZ+210,n:90,x:()=>R.r(-10,1210),w:[10,44],h:[.8,2.6]}),'#c79a5c',.3);
 // trees on the rim behind the rock
 {const L=[];for(let i=0;i<44;i++){const x=lerp(-16,17,(i+R())/44),z=lerp(28,33,R()),g=Math.abs(x)<4?3.9:hTop(x)-.3,p=cam.p([x*1.15,g+R.r(.2,1.2),z]);L.push([p[0],p[1],800/z*R.r(.7,1.5),R()<.4?1:0])}wood(s,R,L,[['#2c6342','#4f8a4c','#98b95c'],['#235541','#3f7b48','#86aa54']])}
 paint(s,rk.items);
 // bushes on top of the higher sides
 {const L=[];for(let i=0;i<path.length-1;i++){const x=path[i][0];if(x>-4.6&&x<4.6)continue;if(R()<.35)continue;const p=cam.p(rk.pt(i,off(i,NS-1)-1.4,top(i))),z=path[i][1];L.push([p[0],p[1]-6,800/z*R.r(.35,.95),R()<.5?1:0])}wood(s,R,L,[['#2c6342','#4f8a4c','#98b95c'],['#3a7346','#649a50','#afc568']])}
 // two falls over the stair: on each step a drop and a shining tread
 const cascade=(xc,w,seedk)=>{let i0=0;path.forEach((p,i)=>{if(Math.abs(p[0]-xc)<Math.abs(path[i0][0]-xc))i0=i});const H=Math.min(4.5,top(i0));const prof=[];for(let k=NS-1;k>=0;k--){const y1=Math.min(strata[k+1],H),y0=strata[k];if(y0>=H)continue;const o=Math.max(off(i0,k),off(Math.max(0,i0-1),k),off(Math.min(path.length-2,i0+1),k))+.06;prof.push([o,y1,y0])}
  let a='',t='',v='',fo='',veil='';let ww=w*.6,cx=0;for(let j=0;j<prof.length;j++){const[o,y1,y0]=prof[j],wn=Math.max(w*.5,ww+R.r(-.1,.2)*w),c2=cx+R.r(-.2,.2)*w;const at=(u,y,oo)=>{const b=rk.pt(i0,oo,y);return cam.p([b[0]+u,y,b[2]])};
   const prev=j?prof[j-1][0]:o-1.6;t+=poly([at(cx-ww,y1,prev),at(cx+ww,y1,prev),at(c2+wn,y1,o),at(c2-wn,y1,o)]);
   const L=at(c2-wn,y1,o),Q=at(c2+wn,y1,o),L2=at(c2-wn*1.08,y0,o),Q2=at(c2+wn*1.08,y0,o);
   veil+=poly([L,Q,Q2,L2]);let u=0;while(u<.97){const w1=R.r(.12,.34),e=Math.min(1,u+w1),g=R.r(-.01,.03),X=(q,t)=>lerp(lerp(L[0],Q[0],q),lerp(L2[0],Q2[0],q),t),Yy=(q,t)=>lerp(lerp(L[1],Q[1],q),lerp(L2[1],Q2[1],q),t);if(e-u>.05){const m=(u+e)/2,bl=R.r(.9,1.07);a+=`M${P(X(u+g,0),Yy(u,0))}Q${P(X(m,0),Yy(m,0)-2.4)} ${P(X(e-g,0),Yy(e,0))}L${P(X(e,1),Yy(e,bl))}Q${P(X(m,1),Yy(m,1)+4)} ${P(X(u,1),Yy(u,bl))}Z`}u=e+R.r(.0,.05)}
   for(let q=0;q<6;q++){const u=R.r(.05,.95);v+=`M${P(lerp(L[0],Q[0],u),lerp(L[1],Q[1],u)+2)}L${P(lerp(L2[0],Q2[0],u),lerp(L2[1],Q2[1],u)-R.r(2,9))}`}fo+=lens((L2[0]+Q2[0])/2,L2[1]+1,(Q2[0]-L2[0])*.56,3.2);ww=wn;cx=c2}
  s.p(t,'#d9efe6',.92);s.p(veil,'#d3ebe4',.85);s.p(a,'#fdfefa');s.s(v,'#a7d6d0',1.1,.7);s.p(fo,'#ffffff',.9);
  const b=cam.p([path[i0][0],0,path[i0][1]-off(i0,0)-.4]);s.p(lens(b[0],b[1]+4,w*44,8)+lens(b[0]+6,b[1]+12,w*52,4)+lens(b[0]-8,b[1]+20,w*44,3),'#f6fdf6',.8);glow(s,b[0],b[1]-8,w*60,'#ffffff',.7,.3)};
 cascade(-2.6,1.5,1);cascade(2.9,.8,2);
 // ripples and sun flecks
 s.p(glints(R,{y0:HZ+150,y1:890,n:150,w:[6,90],h:[.5,4.4],p:1.4}),'#0a6274',.3);s.p(glints(R,{y0:HZ+146,y1:880,n:160,w:[6,70],h:[.4,3],p:1.4}),'#b5f0e0',.5);s.p(glints(R,{y0:HZ+146,y1:700,n:60,w:[6,30],h:[.5,2],p:1.2,x:t=>530+R.n()*lerp(60,240,t)}),'#ffffff',.7);
 // net of light over the shallow floor
 {let d='';for(let i=0;i<26;i++){const t=R(),y=lerp(500,640,t),x=R.r(120,1060),w=lerp(16,46,t);d+=`M${P(x-w,y)}q${P(w*.5,-w*.16)} ${P(w,0)}t${P(w,R.r(-3,3))}`}s.s(d,'#eafbe6',1.4,.5)}
 // bathers
 const z2y=z=>HZ+800*4.2/z,K=z=>800/z;
 for(const[x,z,o]of[[-4.4,19.2,{hair:'#2b1d18',arm:[-1,1]}],[-3.4,18.6,{skin:'#b27a50',suit:'#d8563a',hair:'#3a2519',deep:.42}],[.6,20.4,{skin:'#8a5638',hair:'#1f1512'}],[1.5,19.4,{skin:'#c08a5e',suit:'#f0c257',hair:'#4b2a1a',deep:.4}],[3.3,17.2,{skin:'#9a6040',hair:'#241813'}],[10.6,15.6,{skin:'#a9714a',suit:'#1f6d78',hair:'#2b1d18',deep:.44}],[.9,15.2,{skin:'#b27a50',hair:'#33221a',deep:.3}]])bather(s,600+K(z)*x,z2y(z),K(z),o);
 // people on the low steps
 const on=(i,k,o,dx=0)=>{const b=rk.pt(i,off(i,k)-.45,strata[k+1]),p=cam.p([b[0]+dx,b[1],b[2]]);person(s,p[0],p[1],800/b[2],o)};
 const near=x=>{let j=0;path.forEach((p,i)=>{if(Math.abs(p[0]-x)<Math.abs(path[j][0]-x))j=i});return j};
 on(near(-5.6),1,{bare:2,pants:'#d8563a',skin:'#a86c46',back:false,arms:[[[-.27,1.12],[-.2,.95]],[[.36,1.42],[.42,1.7]]]});on(near(5.2),1,{bare:1,shirt:'#1f6d78',pants:'#1f6d78',skin:'#b0744c',long:1,hair:'#3a2418',h:1.62});on(near(6),1,{bare:2,pants:'#f0c257',skin:'#9a6040',h:1.15});on(near(.3),2,{bare:2,pants:'#2c5f66',skin:'#8a5638',arms:[[[-.36,1.42],[-.42,1.7]],[[.36,1.42],[.42,1.7]]]});
 // a float of boards on drums, lower right, and the launch tied to it
 const z0=8.2,z1=11.4,x0=2.6,x1=14,Y=.5;
 s.p(cam.poly([[x0-.5,0,z0-.5],[x1,0,z0-.9],[x1,0,z1],[x0-.2,0,z1]]),'#07444f',.5);
 s.p(cam.poly([[x0,0,z0],[x1,0,z0],[x1,Y-.12,z0],[x0,Y-.12,z0]]),'#123d44');s.p(cam.poly([[x0,0,z0],[x0,0,z1],[x0,Y-.12,z1],[x0,Y-.12,z0]]),'#1a5058');
 for(let x=x0+.25;x<9;x+=1.25){s.p(cam.poly([[x,0,z0-.02],[x+.85,0,z0-.02],[x+.85,.34,z0-.02],[x,.34,z0-.02]]),'#2b7f93');s.p(cam.poly([[x,.22,z0-.03],[x+.85,.22,z0-.03],[x+.85,.3,z0-.03],[x,.3,z0-.03]]),'#6fb9bf')}
 s.p(cam.poly([[x0,Y,z0],[x1,Y,z0],[x1,Y,z1],[x0,Y,z1]]),'#c08a55');
 boards(s,cam,{x0,x1:11,z0,z1,y:Y,w:.24,along:'z',cols:['#d0a06a','#c6935c','#d9ab77','#bf8a54'],R,gap:'#7a5130',cut:4});
 s.p(cam.poly([[x0,Y-.14,z0-.02],[x1,Y-.14,z0-.02],[x1,Y,z0-.02],[x0,Y,z0-.02]]),'#8f6038');s.p(cam.poly([[x0-.01,Y-.14,z0],[x0-.01,Y-.14,z1],[x0-.01,Y,z1],[x0-.01,Y,z0]]),'#e3b67c');
 const post=(x,z,h=.9)=>{const w=.09;s.p(cam.poly([[x-w,Y-.5,z],[x+w,Y-.5,z],[x+w,Y+h,z],[x-w,Y+h,z]]),'#6b4a2e');s.p(cam.poly([[x-w,Y-.5,z],[x-w*.3,Y-.5,z],[x-w*.3,Y+h,z],[x-w,Y+h,z]]),'#d9a870');const p=cam.p([x,Y+h,z]);s.p(lens(p[0],p[1],72/z*1.05,18/z),'#efcf9a')};
 post(x0+.2,z1-.15);post(6.2,z1-.15);
 {const sh=(x,z,h)=>s.p(cam.poly([[x-.16,Y+.01,z],[x+.16,Y+.01,z],[x+.9,Y+.01,z-h*.5],[x+.55,Y+.01,z-h*.5]]),'#6d4526',.35);sh(3.75,10.3,1.3);sh(5.0,10.5,1.2);sh(5.55,10.4,.8)}
 const st=(x,z,o)=>{const p=cam.p([x,Y,z]);person(s,p[0],p[1],800/z,o)};
 st(3.75,10.3,{bare:2,pants:'#c4432c',skin:'#8a5638',hair:'#211714',arms:[[[-.3,1.12],[-.2,.96]],[[.42,1.3],[.64,1.42]]]});st(5.0,10.5,{h:1.62,dress:1,shirt:'#fbf3df',skin:'#b0744c',hat:'#d08a3a',long:1,hair:'#3a2418'});st(5.55,10.4,{h:1.15,bare:2,pants:'#1f6d78',skin:'#b0744c',hair:'#3a2418',arms:[[[-.3,1.3],[-.38,1.5]],[[.27,1.12],[.25,.88]]]});
 const L=launch(s,cam,{O:[-3.1,0,10.6],ph:.3,band:'#c4632f',canopy:['#f6e3b8','#f1d9a6','#ebcf96','#e2c285','#d8b676']});
 {const a=L.pt(3.2,0,.95),b=cam.p([x0+.2,Y+.55,z1-.15]);s.s(`M${P(...a)}Q${P(lerp(a[0],b[0],.5),Math.max(a[1],b[1])+26)} ${P(...b)}`,'#f6e9c8',2.2)}
 {let d='',e='';for(let i=0;i<60;i++){const u=R.r(-3.1,2.6),p=cam.p(L.W0(u,R.r(1.25,2.5)));d+=lens(p[0],p[1],R.r(8,34),R.r(.8,2.4));if(i%2){const q=cam.p(L.W0(u,R.r(1.3,3.2)));e+=lens(q[0],q[1],R.r(8,30),R.r(.8,2))}}s.p(d,'#f6ead0',.4);s.p(e,'#0a5a68',.4)}
 // near water and a branch from the right-hand bank
 {let a='',b='';for(let i=0;i<18;i++){const t=R(),x=R.r(-40,1240),y=lerp(800,895,t),w=lerp(60,140,t)*R.r(.6,1.2);a+=lens(x,y,w,lerp(3,8,t)*R.r(.6,1));if(i%2)b+=lens(x-w*.1,y-lerp(4,7,t),w*.7,lerp(1,2.4,t))}s.p(a,'#084b5e',.35);s.p(b,'#9be0d6',.5)}
 for(const[x,y,k]of[[700,118,1],[734,104,.8],[762,126,.9]])s.s(`M${P(x-11*k,y-4*k)}Q${P(x-5*k,y-8*k)} ${P(x,y)}Q${P(x+5*k,y-8*k)} ${P(x+11*k,y-4*k)}`,'#3f6a70',1.7*k);
 return s.svg('Ilustração: cachoeira Lagoa Azul, degraus de quartzito, banhistas e lancha atracada');
}
