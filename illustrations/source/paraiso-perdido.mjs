import {Scene,Cam,rng,noise,mix,lum,lerp,clamp,poly,lens,smooth,blob,tuft,P,n1,circ,TAU,ridge,under,treeline,cumulus,yAt,tree,putTree,line3} from './lib.mjs';
import {PED,scal,crown,put,wood,rock,paint,mkStrata,walk,person,bather,boulder,fall,glow} from './lugares.mjs';
const pale=['#f4e8cb','#ecdcb6','#e4d0a4','#f1e2bf','#dcc598'];
export function paraisoPerdido(seed=251){
 const s=new Scene(),R=rng(seed),N=noise(seed),HZ=236,cam=new Cam({pos:[0,6.3,0],f:800,cx:600,cy:HZ,near:1}),air='#e4ead2';
 s.rect(0,0,1200,HZ+60,s.grad([[0,'#66a7bb'],[.6,'#b6d6d0'],[1,'#f4e9c6']],0,0,0,HZ));
 const CL={lit:'#fdf7e8',sh:'#c4d8d6'};cumulus(s,205,92,.9,R,CL);cumulus(s,985,104,.95,R,CL);
 // hills of the serra
 {const r=ridge([[-20,150],[150,138],[300,150],[470,128],[620,112],[780,126],[930,148],[1080,136],[1220,146]],{amp:5,freq:.014,seed:3,step:8});s.p(under(r,HZ+60),s.grad([[0,'#a3bb95'],[1,'#d3cd92']],0,112,0,HZ));
  const r2=ridge([[-20,196],[160,176],[330,182],[480,196],[600,204],[720,196],[880,178],[1040,172],[1220,188]],{amp:5,freq:.016,seed:9,step:8});s.p(under(r2,HZ+120),s.grad([[0,'#93a964'],[.5,'#c2b565'],[1,'#c9b868']],0,172,0,HZ+70));
  let d='';for(let i=0;i<60;i++){const x=R.r(-10,1210);d+=lens(x,yAt(r2,x)+R.r(6,60),R.r(12,50),R.r(.7,1.8))}s.p(d,'#f0dd9a',.45);const L=[];for(let i=0;i<30;i++){const x=R.r(-10,1210);L.push([x,yAt(r2,x)+R.r(0,50),R.r(6,13),R()<.5?1:0])}wood(s,R,L,[['#6f9560','#8fb06a','#bccb82'],['#4f8151','#74a05c','#a9c06e']])}
 // ---- one front of slabs: a wall in plan, drawn in thin courses
 const front=({ctrl,y0,y1,seedk,a=.5,b=1.2,sa=.22,sb=.55,set=.2,warm=0,rag=.8,cap=1.4,H})=>{const strata=[y0];while(strata.at(-1)<(H||y1)+.6)strata.push(strata.at(-1)+R.r(sa,sb));strata[0]=y0-.6;const NS=strata.length,tone=strata.map(()=>R.i(0,4)),led=strata.map(()=>R.r(-.16,.16));const path=walk(ctrl,R,a,b);
  const top=i=>H?y1+1.5*N.fbm(i*.22+seedk,2)+.5*N.v1(i*1.1)-.4*clamp(Math.abs(path[i][0])/20):y1+Math.max(0,(Math.abs(path[i][0])-5)*.05)*Math.max(0,N.v1(i*.7+seedk));
  const off=(i,k)=>led[k]+rag*1.1*N.fbm2(i*.17+seedk*9,k*.2,2)+rag*.6*N.fbm2(i*.8+seedk*5,k*.7,2)-k*set;
  const col=f=>{const v=N.v2(f.i*1.7+seedk*31,f.k*2.3)*.5+.5,t=clamp(.4+f.lit*.95+.14*N.fbm2(f.i*.25,f.k*.4,2));let c=mix(['#8d7a66','#837264','#9a8468','#7b6e66','#907a60'][(tone[f.k]+(v>.7?1:0))%5],['#ecd2a0','#dfbc82','#e7c992','#d4ae74','#f0dcb0'][(tone[f.k]+(v>.76?1:0))%5],t);
   if(f.kind==='top')c=pale[(tone[f.k]+(v>.5?2:0))%5];if(f.kind==='end')c=f.lit>0?mix(c,PED.sun,.3):mix(c,'#54443a',.34);if(f.kind==='under'||f.kind==='back')c='#6b5541';if(f.kind==='lip')c=mix(c,'#fff3d2',.5);return mix(lum(c,(v-.5)*.04),air,clamp((f.dist-10)/110,0,.2))};
  const rk=rock({cam,path,side:1,strata,off,top,base:()=>y0-.5,col,N,R,light:[-.75,-.45],lip:.08,cap,shift:i=>.17*N.v1(i*.9+seedk)});return{...rk,path,off,strata,top,edge:i=>rk.pt(i,off(i,Math.max(0,strata.findIndex(y=>y>=y1)-1)),y1)}};
 // pale floor in jointed slabs
 const floor=(y,zn,zf,x0,x1,rows,wr,hz=0)=>{const g=(x,t)=>lerp(zn(x),zf(x),t);let j='';{const a=[],b=[];for(let x=x0;x<=x1;x+=1){a.push([x,y,zn(x)-.02]);b.unshift([x,y,zf(x)+.6])}s.p(cam.poly([...a,...b]),mix('#dfc898',air,hz))}for(let r=rows-1;r>=0;r--){const ta=r/rows,tb=(r+1.04)/rows;let x=x0+R()*-1;while(x<x1){const w=R.r(...wr),sk=R.r(-.25,.25),a=x,b=Math.min(x1+2,x+w);const q=cam.poly([[a,y,g(a,ta)],[b,y,g(b,ta)],[b+sk,y,g(b,tb)],[a+sk,y,g(a,tb)]]);if(q){s.p(q,mix(R.pick(pale),air,hz));if(R()<.6)j+=line3(cam,[[a,y,g(a,ta)],[b,y,g(b,ta)]]);if(R()<.7)j+=line3(cam,[[b,y,g(b,ta)],[b+sk,y,g(b,tb)]])}x=b}}s.s(j,'#a88a60',1.1,.55)};
 // pool sunk in a terrace
 const pool=(cx,cz,rx,rz,y,o={})=>{const pts=(k,dz=0,dy=0)=>{const l=[];for(let i=0;i<26;i++){const a=i/26*TAU,q=k*(1+.16*N.fbm(Math.cos(a)*1.6+cx+5,2)+.16*N.fbm(Math.sin(a)*1.9+cz,2)+.09*N.v1(i*1.7+cx));l.push(cam.p([cx+Math.cos(a)*rx*q,y+dy,cz+Math.sin(a)*rz*q+dz]))}return l};
  const rim=smooth(pts(1.012,0,.02),true,.35),in0=smooth(pts(1,0,-.06),true,.35);const ya=Math.min(...pts(1).map(p=>p[1])),yb=Math.max(...pts(1).map(p=>p[1]));
  s.p(rim,'#b59a6a');s.inClip(rim,()=>{s.p(in0,s.grad([[0,'#e3d79c'],[1,'#c9b26c']],0,ya,0,yb));s.p(smooth(pts(.9,0,-.1),true),s.grad([[0,'#b8d6a4'],[1,'#8dbb88']],0,ya,0,yb));s.g(s.blur(n1(clamp((yb-ya)/40,1.5,6))),()=>{s.p(smooth(pts(.76,.08*rz,-.1),true),s.grad([[0,'#74c0a0'],[1,'#3f9f86']],0,ya,0,yb));s.p(smooth(pts(.56,.14*rz,-.1),true),s.grad([[0,'#3fa38b'],[1,'#1c8073']],0,ya,0,yb),.9)});
   const w=(yb-ya);for(let i=0;i<(o.stones||10);i++){const a=R()*TAU,q=R.r(.72,.98),p=cam.p([cx+Math.cos(a)*rx*q,y-.1,cz+Math.sin(a)*rz*q]),r=R.r(.16,.44)*800/cz;s.p(scal(p[0],p[1],r,r*.36,R,6),R.pick(['#b99a62','#a58a5c','#d2b67c','#8f8458']),.55)}
   let d='',e='',f='';for(let i=0;i<(o.gl||26);i++){const p=cam.p([cx+R.r(-.9,.9)*rx,y,cz+R.r(-.9,.9)*rz]),k=800/cz;d+=lens(p[0],p[1],k*R.r(.15,.8),k*R.r(.008,.03));const q=cam.p([cx+R.r(-.8,.8)*rx,y,cz+R.r(-.8,.8)*rz]);e+=lens(q[0],q[1],k*R.r(.15,.7),k*R.r(.008,.03))}s.p(e,'#166b64',.3);s.p(d,'#f4fbe2',.6);o.in&&o.in()});
  s.s(smooth(pts(1.012,0,.02),true,.35),'#fff6dc',1.4,.55)};
 // water running over a front: stair of strands along the profile at index i
 const cascade=(F,xc,w,yTop,yBot)=>{let i0=0;F.path.forEach((p,i)=>{if(Math.abs(p[0]-xc)<Math.abs(F.path[i0][0]-xc))i0=i});const S=F.strata,n=F.path.length,k8=800/F.path[i0][1];let v='',tr='',fo='';const L=[],Q=[];let cx=0,ww=w*.46;const P0=F.path[i0][0];
  const at=(u,y,o)=>{const b=F.pt(i0,o,y);return cam.p([b[0]+u,y,b[2]])};let prev=null,last=null;
  for(let k=S.length-2;k>=0;k--){const y1=Math.min(S[k+1],yTop),y0=Math.max(S[k],yBot);if(y1-y0<.02)continue;const o=Math.max(F.off(i0,k),F.off(Math.max(0,i0-1),k),F.off(Math.min(n-2,i0+1),k))+.05;const wn=clamp(ww+R.r(-.07,.1)*w,w*.38,w*.62),c2=cx+R.r(-.06,.06)*w;
   if(prev!==null){L.push(at(cx-ww*1.03,y1,prev+.04));Q.push(at(cx+ww*1.03,y1,prev+.04));const m=at((cx+c2)/2,y1,o);for(let q=0;q<4;q++)tr+=lens(m[0]+R.r(-.8,.8)*wn*k8,m[1]+R.r(-1,1.5),wn*k8*R.r(.15,.42),R.r(.9,2))}
   L.push(at(c2-wn,y1,o));Q.push(at(c2+wn,y1,o));L.push(at(c2-wn*1.03,y0+.03,o));Q.push(at(c2+wn*1.03,y0+.03,o));
   const m=Math.ceil(w*3.4);for(let q=0;q<m;q++){const u=R.r(-.88,.88)*wn,A=at(c2+u,y1-.03,o),B=at(c2+u,lerp(y1,y0,R.r(.5,.95)),o);v+=`M${P(...A)}L${P(...B)}`}
   prev=o;ww=wn;cx=c2;last=[cx,o]}
  s.p(smooth([...L,...Q.reverse()],true,.5),s.grad([[0,'#ffffff'],[1,'#eef8f0']],0,L[0][1],0,L.at(-1)[1]));s.s(v,'#a9d4c6',1.1,.75);s.p(tr,'#c3e2d4',.7);
  const b=at(last[0],yBot,last[1]+.15);s.p(lens(b[0],b[1]+1,ww*k8*1.15,k8*.075)+lens(b[0]+4,b[1]+k8*.13,ww*k8*1.3,k8*.05)+lens(b[0]-6,b[1]+k8*.25,ww*k8*1.1,k8*.04),'#fbfff8',.9)};
 const zAt=F=>x=>{const p=F.path;if(x<=p[0][0])return p[0][1];for(let i=1;i<p.length;i++)if(p[i][0]>=x)return lerp(p[i-1][1],p[i][1],(x-p[i-1][0])/(p[i][0]-p[i-1][0]||1));return p.at(-1)[1]};
 const eAt=F=>{const e=F.path.map((_,i)=>{const q=F.edge(i);return[q[0],q[2]-.15]});return zAt({path:e})};
 const footing=(F,y,n,sk)=>{const a=[],b=[];F.path.forEach((p,i)=>{const q=F.pt(i,F.off(i,0)+.05,y),r=F.pt(i,F.off(i,0)+.55+.25*N.v1(i*.8),y);a.push(cam.p(q));b.unshift(cam.p([r[0]+.15,y,r[2]]))});s.p(poly([...a,...b]),'#8f7450',.42);let g='',g2='';for(let i=0;i<n;i++){const j=R.i(1,F.path.length-2),q=F.pt(j,F.off(j,0)+R.r(.1,.5),y),p=cam.p(q),k=800/q[2];if(p[0]<0||p[0]>1200||sk.some(([x,w])=>Math.abs(q[0]-x)<w))continue;const d=tuft(p[0],p[1]+2,k*R.r(.22,.5),4,R,{spread:1.2,w:k*.022});i%2?g+=d:g2+=d}s.p(g2,'#c9b45a');s.p(g,'#5b8048')};
 const block=(x,y,z,r,o={})=>{const p=cam.p([x,y,z]),k=800/z;boulder(s,R,p[0],p[1],r*k,r*k*R.r(.5,.66),{moss:null,line:null,wet:'#8f7450',mid:'#cdae80',lit:'#f4e3ba',low:'#84705a',...o})};
 // shallow run from the foot of a fall into its pool
 const apron=(xc,y,F,w,zt)=>{const z=zAt(F)(xc)+.3,q=(dx,zz)=>cam.p([xc+dx,y+.012,zz]);const L=[q(-w*.55,z),q(-w*.75,lerp(z,zt,.5)),q(-w*.95,zt)],Q=[q(w*.95,zt),q(w*.75,lerp(z,zt,.5)),q(w*.55,z)];s.p(smooth(L)+smooth(Q).replace('M','L')+'Z',s.grad([[0,'#f2faf0'],[.6,'#b4dcc0',.85],[1,'#8fc9a8',0]],0,L[0][1],0,L[2][1]));let d='';for(let i=0;i<9;i++){const p=q(R.r(-.6,.6)*w,lerp(z,zt,R()));d+=lens(p[0],p[1],w*800/z*R.r(.12,.35),R.r(.8,2))}s.p(d,'#fbfff6',.85)};
 // thin sheet of water from a pool to the lip it leaves by
 function lip(xc,y,F,w,zb){const z=eAt(F)(xc)-.1,q=(dx,zz)=>cam.p([xc+dx,y+.012,zz]);const L=[q(-w*.9,zb),q(-w*.55,lerp(z,zb,.5)),q(-w*.5,z)],Q=[q(w*.5,z),q(w*.55,lerp(z,zb,.5)),q(w*.9,zb)];s.p(smooth(L)+smooth(Q).replace('M','L')+'Z',s.grad([[0,'#9fd0ae'],[1,'#d9ecd2']],0,L[0][1],0,L[2][1]),.95);let d='';for(let i=0;i<7;i++){const p=q(R.r(-.4,.4)*w,lerp(z,zb,R()));d+=lens(p[0],p[1],w*R.r(5,14),R.r(.7,1.6))}s.p(d,'#fbfff6',.8)}
 const y2=1.45,y3=3.15;
 const FD=front({ctrl:[[-26,27],[-18,29],[-11,31.5],[-5,33],[-1,34],[2.4,34.3],[6,33.2],[11,31],[18,29.5],[27,28]],y0:y3,y1:6.9,seedk:4,a:.9,b:2,sa:.4,sb:1,set:.24,H:8.4,rag:1.5});
 const FC=front({ctrl:[[-24,18],[-15,19.6],[-9,20.4],[-4.5,21.4],[-1,21.8],[3,21.2],[8,20.2],[14,19.8],[24,18.6]],y0:y2,y1:y3,seedk:2,set:.34,a:.7,b:1.6});
 const FB=front({ctrl:[[-18,11],[-11,12.2],[-6,13],[-1,13.9],[2,14.2],[5,13.7],[9,12.6],[13,12],[19,11.4]],y0:0,y1:y2,seedk:1,set:.3,a:.55,b:1.3});
 // back wall and the highest fall
 {const L=[];for(let i=0;i<40;i++){const x=lerp(-29,29,(i+R())/40),p=cam.p([x,Math.abs(x-1)<2.4?6.6:7.2+R()*.7,36+R()*2]);L.push([p[0],p[1],22*R.r(.45,1.15),R()<.4?1:0])}wood(s,R,L,[['#3f7247','#659455','#a7bd6d'],['#2c6144','#4f874c','#93b25e']])}
 paint(s,FD.items);
 {const L=[];for(let i=0;i<FD.path.length-1;i++){const x=FD.path[i][0];if(Math.abs(x-1.2)<2.6||R()<.45)continue;const p=cam.p(FD.pt(i,FD.off(i,2)-1.2,FD.top(i)));L.push([p[0],p[1]-3,24*R.r(.3,.8),R()<.5?1:0])}wood(s,R,L,[['#3f7247','#659455','#a7bd6d'],['#2f6546','#54894c','#98b55c']])}
 paint(s,FC.items);floor(y3,eAt(FC),zAt(FD),-30,30,5,[1.6,4],.14);pool(.2,27.6,6.6,4.9,y3,{stones:8,gl:20});apron(1.2,y3,FD,1.8,31.6);cascade(FD,.75,1.0,7.0,y3);cascade(FD,1.95,.55,6.9,y3);{const b=cam.p([1.2,y3,31.9]);s.p(lens(b[0],b[1],46,4)+lens(b[0],b[1]+7,54,2),'#f8fdf6',.85)}
 lip(-2.6,y3,FC,3.3,24.2);lip(3.6,y3,FC,1,24.6);
 // people at the upper pool
 bather(s,...cam.p([2.6,y3,29]).slice(0,2),28,{skin:'#a9714a',hair:'#2b1d18'});bather(s,...cam.p([-.6,y3,27.6]).slice(0,2),29,{skin:'#b27a50',suit:'#d8563a',hair:'#3a2519'});
 const st=(x,y,z,o)=>{const p=cam.p([x,y,z]),k=800/z;s.p(poly([[p[0]-.12*k,p[1]],[p[0]+.12*k,p[1]],[p[0]+.95*k,p[1]+.16*k],[p[0]+.6*k,p[1]+.2*k]]),'#8a6a42',.4);person(s,p[0],p[1],k,o)};
 // bushes both sides of the upper terrace
 const side=(z,y,xs,c)=>{const L=[];for(const[x,r,k]of xs){const p=cam.p([x,y,z]);s.p(lens(p[0]+r*800/z*.6,p[1]+r*800/z*.08,r*800/z*1.4,r*800/z*.2),'#7d7a48',.45);L.push([p[0],p[1]-r*.55*800/z,r*800/z,k])}wood(s,R,L,c)};
 const GC=[['#2f6744','#558b4c','#9cb860'],['#3a7346','#6a9a50','#b3c56a'],['#235541','#427d49','#88a955']];
 side(30,y3,[[-19,1.8,0],[-16,1.3,2],[-13.6,1.6,1],[-11,1.0,0],[-8.4,.8,2],[8,.9,0],[10.4,1.4,2],[13,1.2,1],[16,1.7,0],[19,1.6,2]],GC);
 side(25,y3,[[-16.5,1.5,2],[-14.4,1.1,0],[-12,.7,1],[11.4,.8,1],[13.4,1.3,0],[15.8,1.6,2],[18,1.4,0],[-18.6,1.6,0]],GC);
 paint(s,FB.items);floor(y2,eAt(FB),zAt(FC),-24,24,5,[1.2,3],.05);
 pool(-1.4,17.6,5.6,3.4,y2,{stones:12,gl:26});
 footing(FC,y2,24,[[-2.6,2.2],[3.6,.7]]);block(-4.9,y2,20.2,.6,{mid:'#9a8468'});block(-.4,y2,20.9,.55,{mid:'#9a8468'});block(2.3,y2,20.6,.5,{mid:'#9a8468'});block(6.2,y2,18.6,.7);block(-7.2,y2,18.6,.8);block(7.2,y2,17.9,.4);
 apron(-2.6,y2,FC,3,20);apron(3.6,y2,FC,.8,19.2);cascade(FC,-1.15,.5,y3,y2);cascade(FC,-3.75,1.0,y3,y2);cascade(FC,-2.4,1.25,y3,y2);cascade(FC,3.6,.8,y3,y2);
 {const L=[];for(const[F,n]of[[FC,12],[FB,10]])for(let i=0;i<n;i++){const j=R.i(2,F.path.length-3),x=F.path[j][0];if(x>-5.4&&x<5.6&&R()<.8)continue;const k=R.i(1,2),p=cam.p(F.pt(j,F.off(j,k)-.1,F.strata[k+1])),r=800/F.path[j][1]*R.r(.16,.42);L.push([p[0],p[1]-r*.4,r,R.i(0,2)])}wood(s,R,L,GC)}
 lip(2.0,y2,FB,2.5,16.2);lip(-2.2,y2,FB,.9,15.6);
 for(const[x,z,o]of[[-3.9,17.5,{skin:'#8a5638',hair:'#1f1512',arm:[-1,1]}],[-2.7,16.9,{skin:'#c08a5e',suit:'#1f6d78',hair:'#4b2a1a',deep:.42}]])bather(s,...cam.p([x,y2,z]).slice(0,2),800/z,o);
 side(19.6,y2,[[-14.5,1.3,0],[-13,.9,1],[-11.6,1.1,2],[-9.4,.6,0],[8.6,.6,1],[10.4,.9,0],[12.2,1.3,2],[14.4,1.2,0]],GC);side(14.6,y2,[[-9.6,.9,2],[-8.4,.55,1],[-7.4,.35,0],[8.2,.5,1],[9.6,.9,0]],GC);
 side(16.6,y2,[[-12.4,1.2,0],[-10.6,.7,1],[9.2,.6,1],[10.8,1.0,0],[12.6,1.4,2]],GC);
 st(-6.5,y3,24.4,{bare:2,pants:'#1f6d78',skin:'#9a6040'});st(-7.4,y3,24.6,{h:1.6,bare:1,shirt:'#f0c257',pants:'#f0c257',skin:'#b0744c',long:1,hair:'#3a2418'});
 putTree(s,tree(...cam.p([-10.4,y2,16.8]).slice(0,2),236,R,{w:140,blobs:6,flat:.8,lean:.08}),{trunk:'#4f3c2c',dark:'#285642',mid:'#4a7f4c',light:'#98b460',fleck:'#dcd88c'});
 // the footbridge over the outlet: two logs, planks, posts and rope
 {const bz=15.3,by=y2+.32,xa=-.3,xb=4.6,w=.42,bow=x=>by+.16*Math.sin((x-xa)/(xb-xa)*Math.PI);
  s.p(cam.poly([[xa+.4,y2+.02,bz-.9],[xb+.6,y2+.02,bz-.9],[xb+.6,y2+.02,bz-.3],[xa+.4,y2+.02,bz-.3]]),'#4d6a58',.35);
  for(const x of[xa,xb-.5])s.p(cam.poly([[x-.2,y2,bz-w-.1],[x+.7,y2,bz-w-.1],[x+.7,by-.05,bz-w-.1],[x-.2,by-.05,bz-w-.1]]),'#9a7c56'),s.p(cam.poly([[x-.2,by-.05,bz-w-.1],[x+.7,by-.05,bz-w-.1],[x+.7,by-.05,bz+w],[x-.2,by-.05,bz+w]]),'#e6d0a2');
  const rope=(z,c,o)=>{const xs=[xa+.15,(xa+xb)/2,xb-.15];for(const h of[.95,.55]){let d='M'+P(...cam.p([xs[0],bow(xs[0])+h,z]));for(let i=1;i<3;i++){const m=(xs[i-1]+xs[i])/2;d+='Q'+P(...cam.p([m,bow(m)+h-.16,z]))+' '+P(...cam.p([xs[i],bow(xs[i])+h,z]))}s.s(d,c,h>.9?2.4:1.8,o)}for(const x of xs){s.p(cam.poly([[x-.05,bow(x)-.1,z],[x+.05,bow(x)-.1,z],[x+.05,bow(x)+1.02,z],[x-.05,bow(x)+1.02,z]]),'#6b4a2e');s.p(cam.poly([[x-.05,bow(x)-.1,z],[x-.01,bow(x)-.1,z],[x-.01,bow(x)+1.02,z],[x-.05,bow(x)+1.02,z]]),'#d6a468')}};
  rope(bz+w,'#8f7448',.9);
  for(let x=xa;x<xb-.01;x+=.245)s.p(cam.poly([[x,bow(x),bz-w],[x+.225,bow(x+.22),bz-w],[x+.225,bow(x+.22),bz+w],[x,bow(x),bz+w]]),R.pick(['#cf9d66','#c28f58','#d9ab76','#b98650']));
  const edge=[];for(let x=xa;x<=xb+.01;x+=.35)edge.push(x);s.p(poly([...edge.map(x=>cam.p([x,bow(x),bz-w-.01])),...edge.slice().reverse().map(x=>cam.p([x,bow(x)-.17,bz-w-.01]))]),'#7d5533');
  st2(1.5,bow(1.5),bz,{shirt:'#d8563a',pants:'#2c4f57',skin:'#8f5a3a',hat:'#efd69c',back:false,step:.05,arms:[[[-.3,1.12],[-.36,.98]],[[.29,1.12],[.34,.95]]]});st2(2.7,bow(2.7),bz,{h:1.6,shirt:'#fdf6e6',pants:'#1f6d78',skin:'#b0744c',long:1,hair:'#3a2418',step:.04,pack:'#c98a3c'});
  function st2(x,y,z,o){const p=cam.p([x,y,z]);person(s,p[0],p[1],800/z,o)}
  rope(bz-w,'#c9a66a',1)}
 floor(0,()=>5.4,zAt(FB),-14,14,6,[.9,2.4]);
 pool(1.1,9.2,4.9,3.75,0,{stones:22,gl:34});
 footing(FB,0,26,[[2,1.8],[-2.2,.8]]);block(.1,0,13.0,.5,{mid:'#9a8468'});block(3.9,0,12.9,.62,{mid:'#9a8468'});block(-1.2,0,12.8,.34,{mid:'#9a8468'});block(-3.6,0,12.3,.5);block(6.9,0,11.6,.8);block(-6.4,0,11.7,.6);block(5.9,0,11.1,.36);
 apron(2.0,0,FB,2.3,12.2);apron(-2.2,0,FB,.7,11.6);cascade(FB,3.25,.34,y2,0);cascade(FB,1.35,1.15,y2,0);cascade(FB,2.5,.72,y2,0);cascade(FB,-2.2,.7,y2,0);
 for(const[x,z,o]of[[3.2,10.9,{skin:'#b27a50',hair:'#3a2519',arm:[1,1]}],[-.4,10.4,{skin:'#9a6040',suit:'#f0c257',hair:'#241813',deep:.44}],[.9,9.4,{skin:'#a9714a',hair:'#2b1d18',deep:.3}]])bather(s,...cam.p([x,0,z]).slice(0,2),800/z,o);
 st(-4.6,0,10.4,{bare:2,pants:'#c4432c',skin:'#8a5638',hair:'#211714',arms:[[[-.3,1.12],[-.2,.96]],[[.3,1.12],[.2,.96]]]});st(-5.5,0,10.6,{h:1.62,bare:1,shirt:'#1f6d78',pants:'#1f6d78',skin:'#b0744c',long:1,hair:'#3a2418',hat:'#d9963e'});
 // near rocks, cerrado tree, grasses and everlastings
 side(10.6,0,[[-8.6,.8,0],[-7.6,.45,1],[7.3,.5,1],[8.6,.95,2]],GC);
 putTree(s,tree(1122,646,380,R,{w:176,blobs:6,flat:.8,lean:-.07}),{trunk:'#4a392a',dark:'#23513d',mid:'#437848',light:'#92ae5c',fleck:'#dcd88c'});
 {const L=[];for(const[x,y,r,k]of[[-6,830,62,2],[60,872,50,0],[-10,890,60,1],[1206,836,60,2],[1150,880,52,0],[1216,896,60,1]])L.push([x,y,r,k]);wood(s,R,L,GC)}
 let ga='',gb='';for(let i=0;i<44;i++){const l=R()<.5,x=l?R.r(-10,300):R.r(900,1215);ga+=tuft(x,914,R.r(28,86)*(l?lerp(1.1,.45,x/300):lerp(.45,1.1,(x-900)/315)),4,R,{spread:.9,w:2.3,lean:l?.12:-.1});if(i%2)gb+=tuft(x+6,910,R.r(28,70)*.8,3,R,{spread:.8,w:1.6,lean:.14})}s.p(gb,'#d3b862');s.p(ga,'#3d6340');
 for(let i=0;i<22;i++){const l=R()<.5,x=l?R.r(0,240):R.r(950,1200),y=R.r(806,868);s.s(`M${P(x-3,910)}Q${P(x,y+40)} ${P(x+2,y)}`,'#6b7a3e',1.2);const c=R.pick(['#fdf6e3','#f6e3b4','#f2c14e']),r=R.r(2.4,4.4);s.p(lens(x+2,y-2,r*1.25,r*1.3),c)}
 return s.svg('Ilustração: Paraíso Perdido, piscinas naturais em degraus de quartzito');
}
